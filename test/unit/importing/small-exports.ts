const activity = (prompt: string, time: string, answer: string) =>
  `<div class="outer-cell mdl-cell"><div class="mdl-grid"><div class="header-cell mdl-cell"><p>Gemini Apps</p></div><div class="content-cell mdl-cell">Prompted ${prompt}<br>${time}<br><p>${answer}</p></div></div></div>`;

/** Exports of the formats for which there is no file among the fixtures, as small as they can be. */
export const SMALL_EXPORTS: Readonly<Record<string, string>> = {
  'gemini.html': `<html><body>${activity('where?', 'Mar 2, 2026, 9:15:00 AM GMT+1', 'here')}${activity('when?', '02.03.2026, 09:10:00 MEZ', 'now')}</body></html>`,
  'aistudio.json': JSON.stringify({
    runSettings: { model: 'm' },
    systemInstruction: {},
    chunkedPrompt: {
      chunks: [
        { role: 'user', text: 'why?', tokenCount: 2 },
        { role: 'model', text: 'hidden', isThought: true, parts: [{ text: 'hidden', thought: true }] },
        { role: 'model', text: 'because' },
      ],
    },
  }),
  'grok.json': JSON.stringify({
    conversations: [
      {
        conversation: { conversation_id: 'g', title: 'T', create_time: '2026-01-01T10:00:00Z', leaf_response_id: null },
        responses: [
          {
            response: {
              response_id: 'a',
              message: 'hi',
              sender: 'human',
              create_time: '2026-01-01T10:00:00Z',
              parent_response_id: null,
            },
          },
          {
            response: {
              response_id: 'b',
              message: 'hello',
              sender: 'ASSISTANT',
              create_time: { $date: { $numberLong: '1767261600000' } },
              parent_response_id: 'a',
            },
          },
        ],
      },
    ],
  }),
  'copilot.csv':
    'Conversation,Time,Author,Message\nTrip,2026-01-01T10:00:00Z,Human,"where ""to""?"\nTrip,2026-01-01T10:01:00Z,AI,"Porto,\nthen on"\n',
  'mem0.json': JSON.stringify({
    results: [
      {
        id: 'm1',
        memory: 'Likes tea',
        hash: 'h',
        user_id: 'u',
        created_at: '2026-01-01T10:00:00Z',
        metadata: { a: 1 },
      },
      { id: 'm2', memory: 'Has a dog', hash: 'h', user_id: 'u', created_at: null },
    ],
  }),
  'transcript.md':
    '# Talk\n\nDate: 2026-01-01\n\n## Human\n\nhi\n\n```\n## Human\n```\n\n## Assistant\n\n<think>x</think>hello\n\n## Human\n\nbye\n',
  'transcript.txt':
    '[2026-01-01 10:00] User: hi\nthere\n[2026-01-01 10:01] Assistant: hello\n[2026-01-01 10:02] User: bye\n',
  'turns.jsonl':
    '{"conversation":"c","speaker":"Ana","text":"hi","at":"2026-01-01T10:00:00Z"}\n{"conversation":"c","role":"assistant","text":"hello","id":"x"}\n',
};
