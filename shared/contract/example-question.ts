/** The saved question that the examples of these endpoints are about; nobody asks it weekly. */
export const exampleQuestion = {
  id: 'question_01kbhs3x9mq6d8v0a2c4e6g8j0',
  name: 'Our rivals',
  tool: 'discover_competitors',
  arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
  created_at: '2026-11-20T12:00:00.000Z',
  schedule: null,
} as const;
