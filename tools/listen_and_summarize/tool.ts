import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { lengthInWords } from '../../source/contracts/voice.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { truncateMiddle } from '../../source/toolkit/truncate.ts'

type Arguments = { readonly action: 'start' | 'stop' | 'status' }

type Heard =
  | { readonly type: 'started'; readonly limitMinutes: number }
  | {
      readonly type: 'status'
      readonly state: string
      readonly seconds: number
      readonly reason: string | null
    }
  | {
      readonly type: 'transcript'
      readonly seconds: number
      readonly text: string
      readonly file: string | null
    }
  | { readonly type: 'unfinished'; readonly seconds: number }

/** A call has 30 seconds; what is not transcribed by then goes on without it. */
const WAIT_MS = 20_000
/** About six minutes of speech; the model is told as much of it as its window takes. */
const MOST_CHARACTERS = 6_000

export default defineTool<Arguments, Heard>({
  name: 'listen_and_summarize',
  description: 'Record speech with the microphone and summarize it',
  parameters: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        enum: ['start', 'stop', 'status'],
        'x-cues': {
          start: String.raw`^(?![\s\S]*\b(?:(?:any|no) (?:longer|more)|stpo|sotp)\b)[\s\S]*(?:\bstart|\bbegin|\brecord(?!ing)\b|\blisten(?!ing)\b|\bcaptur|\bcatch|\bears?\b|\bon the mic|\b(?:mic|microphone|rec|recorder|recording|turn|switch)\b.*\bon\b|\btak|\bnotes?\b|\bminutes\b|\babout to\b|\bnow\b|\blet'?s\b|\bgo\b)`,
          stop: String.raw`\bstop|\bs(?:tpo|otp)\b|\bend|\bfinish|\bquit|\bcut|\boff\b|\bover\b|\bdone\b|\bwrap|\benough|\bhalt|\bleft\b|\bthat'?s (?:it|all)|\bthrough\b|\bclos|\bthank|\bplug\b|\blonger\b|\bno (?:need|more)\b|\bdon'?t\b|\bgone\b`,
          status: String.raw`\bstat(?:us|e)\b|\bstill?\b|\bor not\b|(?:^|[,.;!?:] *|\b(?:what|how|and|so|hey) )(?:is|are|r|u|was|were|did|does|has|have)\b|\bwhether\b|\bif (?:the|you|it|u)\b.*\b(?:on|rec\w*|listening)\b|\bhow(?:'s| long| many)\b|\?|\bcheck|\blive\b|\brunning`,
        },
        description: 'start recording, stop and summarize, or status: is it recording',
      },
    },
    required: ['action'],
  },
  risk: 'execute',
  approvalKey: 'action',
  preview({ action }) {
    if (action === 'start') return 'It records with the microphone until it is stopped.'
    return action === 'stop'
      ? 'It ends the recording and makes a text of it.'
      : 'It tells whether something is being recorded.'
  },
  async run({ action }, { services, signal }: ToolContext): Promise<Heard> {
    const { voice } = services
    if (voice === undefined) throw new ToolFailure('no_voice', 'Nothing can be recorded here.')
    if (action === 'start') return { type: 'started', ...(await voice.start(signal)) }
    if (action === 'stop') {
      const stopped = await voice.stop(signal, WAIT_MS)
      return stopped.type === 'unfinished' ? stopped : { ...stopped, file: stopped.file ?? null }
    }
    const { state, seconds, reason } = await voice.status()
    return { type: 'status', state, seconds, reason: reason ?? null }
  },
  say(heard) {
    switch (heard.type) {
      case 'started':
        return {
          sentence: `Recording has started; it ends by itself after ${lengthInWords(heard.limitMinutes * 60)}.`,
        }
      case 'status':
        return { sentence: statusInWords(heard) }
      case 'unfinished':
        return {
          sentence: `The recording of ${lengthInWords(heard.seconds)} has ended and is still being transcribed; \`/voice stop\` shows what was said.`,
        }
      case 'transcript':
        return transcriptInWords(heard)
      default:
        return heard satisfies never
    }
  },
})

function statusInWords({ state, seconds, reason }: Extract<Heard, { type: 'status' }>): string {
  const length = lengthInWords(seconds)
  if (state === 'recording') return `Recording for ${length}.`
  if (state === 'idle') return 'Nothing is being recorded.'
  const because = reason === null ? '' : ` (${visible(reason)})`
  if (state === 'recorded')
    return `Nothing is being recorded now; a recording of ${length} has ended${because} and was not transcribed yet.`
  return `Nothing is being recorded now; a recording of ${length} ${state === 'transcribing' ? 'is being' : 'was'} transcribed.`
}

function transcriptInWords({ seconds, text, file }: Extract<Heard, { type: 'transcript' }>) {
  const head = `The recording of ${lengthInWords(seconds)} has ended`
  if (text === '') return { sentence: `${head}; no words were heard in it.` }
  const cut = truncateMiddle(visible(text), MOST_CHARACTERS)
  const whole = cut.truncated && file !== null ? `; all of it stands in \`${file}\`` : ''
  return { sentence: `${head}${whole}. This was said:`, detail: cut.text }
}
