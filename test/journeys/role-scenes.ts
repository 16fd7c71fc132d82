// Journeys about roles: the shipped ones, a person's own, and a file of them that is broken.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './run-journey.ts'

const OWN = `
reader:
  title: One file at a time
  tools: [file_read, file_reed]
  max_rounds: 1
clock:
  title: The time, and nothing else
  tools: [get_time]
  prompt: Answer in one short sentence.
  max_rounds: 1
`

const CALL = '<tool_call name="get_time" />'

export const ROLE_SCENES: { readonly [name: string]: Scene } = {
  roles: {
    title: 'a role allows some tools and no others: routed, opened by the model, or called by hand',
    script: {
      calls: { 'read notes.txt': '{"path":"notes.txt"}' },
      answers: { 'what time is it?': CALL, 'what time is it?\nFacts: It is 10:24.': 'It is 10:24.' },
    },
  },
  'roles-own': {
    title: 'roles of one’s own replace the shipped ones by name, and what they name wrongly is told',
    before: (home) => writeFileSync(join(home, 'roles.yaml'), OWN),
    flags: { role: 'clock' },
    script: {
      answers: {
        'Answer in one short sentence.\nwhat time is it?\nFacts: It is 10:24.': CALL,
        'Answer in one short sentence.\nhello': 'Hello!',
        goodbye: 'Goodbye!',
      },
    },
    showHome: true,
  },
  'tool-off': {
    title: 'a tool that is off and wanted is said to be off; no model makes up what it would have said',
    script: {
      calls: {
        'what is 9 times 9?': '{"expression":"9 * 9"}',
        'read the file': '{"path":"the file"}',
        'read the file please': '{"path":"the file"}',
      },
      answers: {
        'what time is it?': 'The time is 12:00.',
        'how late is it, and what is 9 times 9?': 'It is 12:00, and 9 * 9 is 81.',
      },
    },
    showHome: true,
  },
  'roles-kept': {
    title: 'a role of the settings is on at the next start; one that is not there means no tools',
    script: { answers: {} },
    // By hand, since `/settings` refuses it.
    between: (home, done) => {
      if (done === 2) writeFileSync(join(home, 'settings.json'), '{"role":"maths"}')
    },
  },
  'roles-broken': {
    title: 'broken roles are told with their place, and the program goes on without roles',
    before: (home) =>
      writeFileSync(join(home, 'roles.yaml'), 'clock:\n  title: The time\n  tools: get_time\n'),
    between: (home) => writeFileSync(join(home, 'roles.yaml'), OWN.replace(', file_reed', '')),
  },
}
