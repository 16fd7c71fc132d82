// Journeys through windows that fill.
import type { Scene } from './run-journey.ts'

/** Answers of about 210 tokens of the scripted engine. */
const HARBOUR = Object.fromEntries(
  ['berth', 'ropes', 'sails', 'engine', 'crew', 'tides', 'fees', 'winter'].map((word) => [
    `tell me about the ${word}`,
    `The Petrel lies at berth 14; look at its ${word} in May. ${'m'.repeat(760)}`,
  ]),
)

/** `on` fixes the router, so that nothing is called. */
export function contextScenes(on: NonNullable<Scene['on']>): { readonly [name: string]: Scene } {
  return {
    context: {
      title: 'a window that fills is told once, then its oldest turns are summed up; the bar shows it',
      on,
      script: {
        contextTokens: 2_048,
        answers: HARBOUR,
        summary: 'The Petrel lies at berth 14; look at all of it in May.',
      },
    },
    'context-dropped': {
      title: 'turns of which no summary has content are dropped whole and named',
      on,
      script: { contextTokens: 2_048, answers: HARBOUR, summary: 'The Petrel lies at berth 99.' },
    },
    'mode-fresh': {
      title: 'in the mode fresh every message stands behind the head alone',
      on,
      flags: { mode: 'fresh' },
      script: {
        answers: { 'my boat is called Petrel': 'A fine name.', 'what is its name?': 'I do not know.' },
      },
    },
  }
}
