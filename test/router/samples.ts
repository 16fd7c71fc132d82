import type { TrainingInput } from '../../source/router/examples.ts'

const verbs = ['show', 'tell me', 'please give me', 'can you say', 'I need', 'quick:', 'what is', 'check']
const clock = ['the time', 'what time it is', 'the current time', 'the hour', 'time now', 'the clock']
const files = [
  'the file notes.txt',
  'what is in ~/a/b.md',
  'the content of plan.txt',
  'read todo.md',
  'open log.txt',
]
const sums = ['3 + 4', '12 * 7', 'the sum 9 + 8', 'how much is 100 / 4', '2 ^ 10', '(3 + 4) * 2']
const talk = [
  'a joke',
  'the capital of Peru',
  'a poem about rain',
  'why cats purr',
  'how to bake bread',
  'good music',
]

function requests(objects: readonly string[]): string[] {
  return objects.flatMap((object, i) => [
    object,
    ...verbs.filter((_, k) => (i + k) % 2 === 0).map((verb) => `${verb} ${object}`),
  ])
}

/** Three tools that are easy to tell apart, small enough to train in a test. */
export const easyTools: TrainingInput = {
  tools: [
    {
      name: 'get_time',
      oneLiner: 'Tell the time',
      description: 'The time of day.',
      examples: requests(clock),
      fewShotRequests: [],
    },
    {
      name: 'file_read',
      oneLiner: 'Read a file',
      description: 'The text of a file.',
      examples: requests(files),
      fewShotRequests: ['cat a.txt'],
    },
    {
      name: 'calculator',
      oneLiner: 'Work out a sum',
      description: 'Arithmetic.',
      examples: requests(sums),
      fewShotRequests: [],
    },
  ],
  followUps: [],
  remarks: [],
  none: [
    ...requests(talk),
    'hi',
    'thanks',
    'who wrote Faust',
    'tell me about time travel',
    'what do you think of filing taxes',
  ],
}

/** Names of the tools above. */
export const easyNames: ReadonlySet<string> = new Set(['get_time', 'file_read', 'calculator'])
