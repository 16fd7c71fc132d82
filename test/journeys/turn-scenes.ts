// Messages that lean on the turn before, ask for several things, lack a value, or take too long.
import type { FakeScript } from '../helpers/fake-engine.ts'
import type { Scene } from './run-journey.ts'

/** `calls` are the arguments of the other journeys' messages. */
export function turnScenes(calls: FakeScript['calls']): { readonly [name: string]: Scene } {
  return {
    leaning: {
      title: 'a message that leans on the turn before is written behind its call',
      script: {
        calls: {
          'and at 20 percent?': '{"value":47.5,"percentage":20,"operation":"of"}',
          'plus 12': '{"expression":"9.5 + 12"}',
        },
        answers: { 'and at 20 percent?': '20 % of 47.5 is 9.5.', 'plus 12': 'That makes 9.5 + 12 = 21.5.' },
      },
    },
    several: {
      title: 'several requests in a message are called each for itself and answered together',
      script: {
        calls: { ...calls, 'what is 9 times 9?': '{"expression":"9 * 9"}' },
        answers: { 'how late is it, and what is 9 times 9?': 'It is 10:24, and 9 * 9 is 81.' },
      },
    },
    'asks-back': {
      title: 'a value that is missing is asked for, and the next message completes the request or leaves it',
      script: {
        calls: {
          'read the file': '{"path":"the file"}',
          'read the file: notes.txt': '{"path":"notes.txt"}',
          'give me 15 percent': '{"value":15,"percentage":15,"operation":"of"}',
        },
        answers: { 'never mind': 'All right.' },
      },
    },
    timeout: {
      title: 'a turn that takes too long ends with what there is',
      flags: { maxSeconds: 0.05 },
      script: { gate: () => new Promise(() => undefined) },
    },
  }
}
