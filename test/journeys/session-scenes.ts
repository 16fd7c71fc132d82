// Journeys through conversations that are kept, brought back, and left out.
import type { Scene } from './run-journey.ts'

const CALLS = {
  'what is 15% of 47.50?': '{"value":47.5,"percentage":15,"operation":"of"}',
  'and at 20 percent?': '{"value":47.5,"percentage":20,"operation":"of"}',
}
const ANSWERS = {
  hello: 'Hello! How can I help?',
  'thanks, that was nice': 'You are welcome.',
  'my word is xyzzy': 'I will not tell anybody of xyzzy.',
}

export const SESSION_SCENES: { readonly [name: string]: Scene } = {
  voice: { title: 'voice: what is recorded, and what the command does not know' },
  memory: { title: 'memory shows what is taken of memory and disk' },
  sessions: {
    title: 'conversations are listed, named, archived and brought back, and the next message leans on them',
    script: { calls: CALLS, answers: ANSWERS },
    showHome: true,
  },
  continue: {
    title: 'with --continue the last conversation of the folder goes on; without one a new one begins',
    script: { calls: CALLS, answers: ANSWERS },
    flags: { continue: true },
    showHome: true,
  },
  secret: {
    title: 'what is said while secret is on is not kept, and forgotten when it is off',
    script: { calls: CALLS, answers: ANSWERS },
    showHome: true,
  },
  export: {
    title: 'a conversation is written into a file, and none is replaced unasked',
    script: { calls: CALLS, answers: ANSWERS },
    ownWorkspace: true,
    textOnly: true,
  },
}
