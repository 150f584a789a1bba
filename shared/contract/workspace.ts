import * as v from 'valibot';

/** A link to one answer, as the account endpoints show it; its secret is not in it. */
export const shareRecord = v.object({
  id: v.string(),
  request_id: v.string(),
  tool: v.string(),
  created_at: v.string(),
  expires_at: v.string(),
});
export type ShareRecord = v.InferOutput<typeof shareRecord>;

/** A question kept under a name. */
export const savedQuestionRecord = v.object({
  id: v.string(),
  name: v.string(),
  tool: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  created_at: v.string(),
});
export type SavedQuestionRecord = v.InferOutput<typeof savedQuestionRecord>;

export const questionName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Give the question a name.'),
  v.maxLength(80, 'Send at most 80 characters.'),
  v.description('What the question is called, at most 80 characters.'),
);

/** Shares and saved questions that an account may have at one time, each. */
export const workspaceLimit = 200;
