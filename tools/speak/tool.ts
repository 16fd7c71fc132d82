import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { cutLine } from '../../source/toolkit/truncate.ts'

type Arguments = { readonly text: string }

type Spoken = {
  readonly text: string
  /** It was the last answer. */
  readonly isAnswer: boolean
  /** false: it is still being said. */
  readonly isDone: boolean
}

/** A call has 30 seconds; a longer text is said on without it. */
const WAIT_MS = 20_000
const SHOWN_CHARACTERS = 200

export default defineTool<Arguments, Spoken>({
  name: 'speak',
  description: 'Say a text aloud through the loudspeaker, or read the last answer aloud',
  parameters: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        'x-behind': String.raw`^[^:"']{0,60}\p{L}:\s+`,
        'x-or': [''],
        'x-empty': String.raw`\b(?:that|this|it|these|those|them|your|answers?|repl(?:y|ies)|response|last|previous|result|what you)\b`,
        'x-ask': 'What should I say aloud?',
        description: "what to say, in the user's words; empty for the last answer",
      },
    },
    required: ['text'],
  },
  risk: 'execute',
  preview: ({ text }) => (text === '' ? 'It says the last answer aloud.' : `It says aloud: ${visible(text)}`),
  async run({ text }, { services, signal }) {
    const { voice } = services
    if (voice === undefined) throw new ToolFailure('no_voice', 'Nothing can be said aloud here.')
    if (text.trim() === '') return { ...(await voice.sayAnswer(signal, WAIT_MS)), isAnswer: true }
    return { text, isAnswer: false, isDone: await voice.say(text, signal, WAIT_MS) }
  },
  say({ text, isAnswer, isDone }) {
    const what = isAnswer
      ? 'The last answer'
      : `"${cutLine(visible(text).replace(/\s+/g, ' '), SHOWN_CHARACTERS)}"`
    return {
      sentence: isDone ? `${what} was said aloud.` : `${what} is being said aloud; \`/voice stop\` ends it.`,
    }
  },
})
