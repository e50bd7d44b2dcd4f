/** Small histories in the shapes of the public sets, in our own words. */

export const locomoSample = {
  sample_id: 'pair 1',
  conversation: {
    speaker_a: 'Ida',
    speaker_b: 'Noor',
    session_10: [{ speaker: 'Ida', dia_id: 'D10:1', text: 'The kiln is sold, for 300 euros.' }],
    session_10_date_time: '12:09 am on 13 September, 2023',
    session_2: [
      { speaker: 'Noor', dia_id: 'D2:1', text: 'Look!', blip_caption: 'a blue kiln', img_url: ['x'], query: 'kiln' },
      { speaker: 'Ida', dia_id: 'D2:2', text: '', blip_caption: null },
    ],
    session_2_date_time: '1:56 pm on 8 May, 2023',
    session_3_date_time: '1:56 pm on 9 May, 2023',
    session_2_summary: 'Noor shows a kiln.',
  },
  observation: { session_2: 'repeats the answer' },
  qa: [
    { question: 'What colour is the kiln?', answer: 'blue', evidence: ['D2:1; D2:2'], category: 4 },
    { question: 'When was it sold?', answer: 2023, evidence: ['D:10:1'], category: 2 },
    { question: 'For how much?', answer: '300 euros', evidence: ['D2:1', 'D10:1', 'D10:9'], category: 1 },
    { question: 'Where is the boat?', adversarial_answer: 'in Kiel', evidence: ['D2:1'], category: 5 },
    { question: 'Why?', answer: 'money', evidence: ['D7:1'], category: 3 },
  ],
};

export const longMemEvalItem = {
  question_id: 'q7',
  question_type: 'knowledge-update',
  question: 'How many plants are there?',
  question_date: '2023/05/30 (Tue) 09:00',
  answer: 12,
  answer_session_ids: ['answer_x'],
  haystack_session_ids: ['late', 'answer_x', 'after', 'early'],
  haystack_dates: [
    '2023/05/30 (Tue) 23:40',
    '2023/05/29 (Mon) 08:00',
    '2023/05/31 (Wed) 00:10',
    '2023/05/01 (Mon) 08:00',
  ],
  haystack_sessions: [
    [{ role: 'user', content: 'Two more plants today.', has_answer: true }],
    [
      { role: 'user', content: 'I have ten plants.', has_answer: true },
      { role: 'assistant', content: 'Lovely.', has_answer: false },
    ],
    [{ role: 'user', content: 'That is tomorrow.' }],
    [{ role: 'user', content: 'Hello.' }],
  ],
};

export const beamChat = [
  {
    batch_number: 1,
    turns: [
      [
        { role: 'user', id: 0, content: 'I plan a hut. ->-> 1,1', time_anchor: 'March-15-2024', question_type: 'main' },
        { role: 'assistant', id: 1, content: 'Good.', index: '1,1' },
      ],
    ],
  },
  { batch_number: 2, turns: [[{ role: 'user', id: 2, content: 'The hut costs 900. ->-> 2,N/A', time_anchor: null }]] },
  {
    batch_number: 3,
    turns: [
      [{ role: 'user', id: 3, content: 'Now it costs 950.', time_anchor: 'April-02-2024' }],
      [{ role: 'assistant', id: 4 }],
    ],
  },
];

export const beamProbing = {
  abstention: [{ question: 'Who is the mayor?', ideal_response: 'Nothing was said.' }],
  contradiction_resolution: [
    {
      question: 'Dear?',
      ideal_answer: 'You said both.',
      source_chat_ids: { first_statement: [2], second_statement: [[3]] },
    },
  ],
  event_ordering: [{ question: 'In which order?', answer: 'hut, price', source_chat_ids: [0, 2, 2] }],
  information_extraction: [{ question: 'What is planned?', answer: 'a hut', source_chat_ids: [0] }],
  instruction_following: [{ question: 'Show.', expected_compliance: 'With a list.', source_chat_ids: [1] }],
  knowledge_update: [
    { question: 'Its price?', answer: '950', source_chat_ids: { original_info: [2], updated_info: [3] } },
  ],
  multi_session_reasoning: [{ question: 'How many?', answer: 'one', source_chat_ids: null }],
  preference_following: [{ question: 'Suggest.', rubric: ['names wood', 'names stone'], source_chat_ids: ['0'] }],
  summarization: [{ question: 'Sum up.', ideal_summary: 'A hut.', source_chat_ids: [0, 99] }],
  temporal_reasoning: [{ question: 'When?', answer: 'April 2, 2024', source_chat_ids: [3] }],
};

const talk = (day: string, user: string, assistant: string): object => ({
  start_time: `${day}, 08:00:00`,
  end_time: `${day}, 09:00:00`,
  dialogue_turn_num: 1,
  dialogue: [
    { role: 'user', content: user, timestamp: `${day}, 08:10:00`, dialogue_turn: 0 },
    { role: 'assistant', content: assistant, timestamp: `${day}, 08:10:00`, dialogue_turn: 0 },
  ],
});
const point = (content: string, more: object = {}): object => ({
  ...{ index: 1, memory_content: content, memory_type: 'Persona Memory', memory_source: 'primary' },
  ...{ is_update: 'False', original_memories: [], importance: 0.5, timestamp: 'Mar 01, 2025, 09:00:00', ...more },
});
const item = (question_type: string, question: string, answer: string, evidence: unknown): object => ({
  ...{ question, answer, difficulty: 'easy', question_type },
  evidence,
});
const rests = (content: string): readonly object[] => [{ memory_content: content, memory_type: 'Persona Memory' }];

export const haluMemUser = {
  uuid: 'u-1',
  persona_info: 'Name: Vera Lindt; Gender: Female; Birth: 1990',
  sessions: [
    {
      ...talk('Mar 01, 2025', 'I work as a glazier in Ulm.', 'A glazier, good. You keep two cats, do you not?'),
      memory_points: [
        point('Vera Lindt works as a glazier in Ulm.'),
        point('Vera Lindt keeps two cats.', { memory_source: 'interference' }),
      ],
      questions: [
        item(
          'Basic Fact Recall',
          'What is the trade of Vera Lindt?',
          'Glazier.',
          rests('Vera Lindt works as a glazier in Ulm.'),
        ),
        item('Memory Conflict', 'Are there cats?', 'No.', rests('Vera Lindt keeps two cats.')),
        item('Memory Boundary', 'What is her blood type?', 'Unknown.', '[]'),
      ],
    },
    {
      ...talk('Apr 02, 2025', 'I have left Ulm: now I am a baker in Bonn.', 'Good luck.'),
      is_generated_qa_session: true,
      questions: [],
    },
    {
      ...talk('May 03, 2025', 'I am a baker in Bonn since April.', 'Noted.'),
      memory_points: [
        point('Vera Lindt works as a baker in Bonn.', {
          is_update: 'True',
          original_memories: ['Vera Lindt works in Ulm as a glazier.'],
        }),
      ],
      questions: [
        item('Dynamic Update', 'What is her trade now?', 'Baker.', rests('Vera Lindt works as a baker in Bonn.')),
        item('Multi-hop Inference', 'What else?', 'Nothing.', rests('Something that nobody noted anywhere.')),
      ],
    },
    talk('Jun 04, 2025', 'Good night.', 'Good night.'),
  ],
};
