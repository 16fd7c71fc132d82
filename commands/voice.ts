import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import { ToolFailure } from '../source/contracts/tool.ts'
import { lengthInWords, type VoiceShelf, type VoiceStatus } from '../source/contracts/voice.ts'

/** `/voice`: the microphone and the loudspeaker, without the model. */
const voice: Command = {
  name: 'voice',
  group: 'talk',
  examples: ['/voice status'],
  usage: '[status|start|stop|say TEXT]',
  summary: 'record and transcribe, or say a text aloud',
  worksDownTo: 3,
  help: [
    '`start` records until `stop`, which prints what was said; `stop` also ends a text that is being said.',
    'Programs of this machine do it; what is missing is named, with how it is installed.',
  ].join('\n'),
  run: async (input, context) => {
    if (context.voice === undefined) return refusal('Nothing can be recorded or said here.')
    const [what = 'status', ...rest] = input.split(/\s+/).filter(Boolean)
    const text = input.slice(input.indexOf(what) + what.length).trim()
    try {
      if (what === 'say' && text !== '') return await say(context.voice, text)
      if (what === 'status' && rest.length === 0) return await status(context.voice)
      if (what === 'start' && rest.length === 0) return await start(context.voice)
      if (what === 'stop' && rest.length === 0) return await stop(context.voice)
    } catch (error) {
      if (error instanceof ToolFailure) return refusal(error.message)
      throw error
    }
    return refusal(`\`/voice ${input}\` is not known; it takes ${voice.usage}.`)
  },
}

async function status(shelf: VoiceShelf): Promise<CommandResult> {
  const now = await shelf.status()
  const lines = [stateInWords(now)]
  if (now.isSpeaking) lines.push('A text is being said aloud; `/voice stop` ends it.')
  if (now.left > 0) {
    const some = now.left === 1 ? '1 recording that was' : `${now.left} recordings that were`
    lines.push(`\`${now.folder}\` has ${some} never transcribed.`)
  }
  return { ok: true, text: lines.join('\n'), data: { ...now } }
}

function stateInWords({ state, seconds, reason }: VoiceStatus): string {
  const length = lengthInWords(seconds)
  switch (state) {
    case 'idle':
      return 'Nothing is being recorded.'
    case 'recording':
      return `Recording for ${length}; \`/voice stop\` ends it.`
    case 'recorded':
      return `A recording of ${length} waits for \`/voice stop\`, which transcribes it${reason === undefined ? '.' : `: ${reason}.`}`
    case 'transcribing':
      return `A recording of ${length} is being transcribed; \`/voice stop\` shows what was said.`
    case 'transcribed':
      return `A recording of ${length} was transcribed; \`/voice stop\` shows what was said.`
    default:
      return state satisfies never
  }
}

async function start(shelf: VoiceShelf): Promise<CommandResult> {
  const { limitMinutes } = await shelf.start()
  const text = `Recording has started; \`/voice stop\` ends it, at the latest it ends after ${lengthInWords(limitMinutes * 60)}.`
  return { ok: true, text, data: { limitMinutes } }
}

async function stop(shelf: VoiceShelf): Promise<CommandResult> {
  const wasSpeaking = await shelf.hush()
  if (wasSpeaking && (await shelf.status()).state === 'idle')
    return { ok: true, text: 'The speech was ended.', data: null }
  const stopped = await shelf.stop()
  if (stopped.type === 'unfinished') return refusal('The recording is still being transcribed.')
  const { seconds, text, file } = stopped
  const head = `The recording of ${lengthInWords(seconds)} has ended`
  const said = text === '' ? `${head}; no words were heard in it.` : `${head}:\n${text}`
  return { ok: true, text: said, data: { seconds, text, file: file ?? null } }
}

async function say(shelf: VoiceShelf, text: string): Promise<CommandResult> {
  await shelf.say(text)
  return { ok: true, text: 'Said aloud.', data: { text } }
}

export default voice
