import { Button, Group, Stack, Text } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { bytes } from '../../format.ts';
import { UploadIcon } from '../../parts/icons.tsx';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  readonly files: readonly File[];
  readonly onChoose: (files: readonly File[]) => void;
}

/** Takes files that are dropped on it or chosen; what is chosen replaces what was. */
export function DropZone({ files, onChoose }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same for everybody.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={26} />
      {files.length === 0 ? (
        <Stack gap={2} align="center">
          <Text fw={600}>Drop your export here</Text>
          <Text size="sm" c="dimmed" ta="center" id={hint}>
            The zip of Search Console as it is, or CSV and JSON files. 50 MB together.
          </Text>
        </Stack>
      ) : (
        <ul className={classes.files} id={hint}>
          {files.map((file) => (
            <li key={file.name}>
              <bdi>{file.name}</bdi> <span className={classes.size}>{bytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={() => input.current?.click()} aria-describedby={hint}>
          {files.length === 0 ? 'Choose files' : 'Choose other files'}
        </Button>
      </Group>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="files"
        accept=".zip,.csv,.tsv,.txt,.json,.jsonl,.ndjson"
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // The same file chosen again is a choice too.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
