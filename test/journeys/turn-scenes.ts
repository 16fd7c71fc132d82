// Messages that lean on the turn before, ask for several things, lack a value, or take too long.

import type { RouteDecision } from '../../source/contracts/router.ts'
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
          'how much is 15 percent': '{"value":15,"percentage":15,"operation":"of"}',
        },
        answers: { 'never mind': 'All right.' },
      },
    },
    'which-tool': {
      title: 'tools that share a request are named in one question, and the answer chooses one or leaves it',
      on: tiedRouter('heater notes.txt', { 'search for heater': 'file_search' }),
      script: {
        calls: {
          'heater notes.txt': '{"path":"notes.txt"}',
          'heater notes.txt: search for heater': '{"directory":".","pattern":"heater"}',
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

/** A router for which two tools share `message`; it knows the tools of `known` and calls nothing else. */
function tiedRouter(
  message: string,
  known: { readonly [message: string]: string },
): NonNullable<Scene['on']> {
  const candidates = [
    { tool: 'file_read', score: 0.47 },
    { tool: 'file_search', score: 0.44 },
  ]
  const border = { tool: 'file_read', logOdds: Math.log(0.47 / 0.09), threshold: 0.9 }
  const tied: RouteDecision = { tool: 'file_read', confidence: 0.47, by: 'classifier', candidates, border }
  const route = (request: string): RouteDecision => {
    const tool = known[request]
    if (request === message) return tied
    if (tool === undefined) return { tool: null, confidence: 0.95, by: 'none', candidates: [] }
    return { tool, confidence: 0.9, by: 'classifier', candidates: [{ tool, score: 0.9 }] }
  }
  return (event, { ground }) => {
    if (event.type === 'model.ready')
      Object.assign(ground, { router: { route, split: (text: string) => [text] } })
  }
}
