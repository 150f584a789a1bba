import * as v from 'valibot';
import { researchKeywords } from '#functions/tools/research-keywords/contract.ts';
import { checked } from '#shared/calls/admit-call.ts';
import { ServiceError } from '#shared/platform/errors.ts';

function faultOf(schema: v.GenericSchema, value: unknown) {
  try {
    checked(schema, value, 'body');
  } catch (error) {
    if (error instanceof ServiceError) return error.faults[0];
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a fault of a request', () => {
  it.each([
    [{}, 'required', 'This field is required.'],
    [{ seed: 5 }, 'string', 'Send text; 5 was sent.'],
    [{ seed: null }, 'string', 'Send text; null was sent.'],
    [{ seed: ['a'] }, 'string', 'Send text; a list was sent.'],
    [{ seed: {} }, 'string', 'Send text; an object was sent.'],
    [{ seed: '' }, 'min_length', 'Send at least 1 character; 0 were sent.'],
    [{ seed: 'x'.repeat(201) }, 'max_length', 'Send at most 200 characters; 201 were sent.'],
    [{ seed: 'a\u0000b' }, 'invalid_value', 'Control characters are not allowed.'],
    [{ seed: 'x', limit: 0 }, 'min_value', 'Send 1 or more; 0 was sent.'],
    [{ seed: 'x', limit: 201 }, 'max_value', 'Send 200 or less; 201 was sent.'],
    [{ seed: 'x', limit: 1.5 }, 'integer', 'Send a whole number; 1.5 was sent.'],
    [{ seed: 'x', limit: '10' }, 'number', 'Send a number; the text "10" was sent.'],
    [
      { seed: 'x', mode: 'Ideas' },
      'picklist',
      'Send one of `ideas`, `suggestions`, `related`; the text "Ideas" was sent.',
    ],
  ])('%j is named %s: %s', (body, type, message) => {
    expect(faultOf(researchKeywords.input, body)).toMatchObject({ type, message });
  });

  it('counts the entries of a list', () => {
    const list = v.object({ names: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2)) });
    expect(faultOf(list, { names: [] })?.message).toBe('Send at least 1 entry; 0 were sent.');
    expect(faultOf(list, { names: ['a', 'b', 'c'] })?.message).toBe('Send at most 2 entries; 3 were sent.');
    expect(faultOf(list, { names: 'a' })?.message).toBe('Send a list; the text "a" was sent.');
  });

  it('keeps to what may be repeated for rules that have no words of their own', () => {
    const strange = v.object({ code: v.pipe(v.string(), v.hexadecimal()) });
    const message = faultOf(strange, { code: 'z'.repeat(500) })?.message ?? '';
    expect(message).toMatch(/\.$/u);
    expect(message).not.toContain('z'.repeat(101));
  });
});
