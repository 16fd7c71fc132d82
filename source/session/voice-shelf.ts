import type { Voice, VoiceShelf } from '../contracts/voice.ts'

/** Microphone and loudspeaker for one run of one command: what it waits for is ended with it. */
export function voiceShelf(voice: Voice | undefined, signal: AbortSignal): VoiceShelf | undefined {
  if (voice === undefined) return undefined
  return {
    status: () => voice.status(),
    hush: () => voice.hush(),
    start: () => voice.start(signal),
    stop: () => voice.stop(signal),
    say: (text) => voice.say(text, signal),
  }
}
