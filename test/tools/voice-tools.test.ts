import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { StoppedRecording, Voice, VoiceStatus } from '../../source/contracts/voice.ts'
import listen from '../../tools/listen_and_summarize/tool.ts'
import speak from '../../tools/speak/tool.ts'
import { call, sentenceOf } from './tool-context.ts'

const STATUS: VoiceStatus = { state: 'idle', seconds: 0, isSpeaking: false, folder: '/home/voice', left: 0 }

/** A voice that answers as it is told; what is not given must not be asked. */
function lend(given: Partial<Voice>) {
  return { services: { voice: given as Voice } }
}

const stopWith = (stopped: StoppedRecording) => lend({ stop: async () => stopped })

test('a recording is started, asked about and stopped through the voice of the home', async () => {
  assert.equal(
    await sentenceOf(listen, { action: 'start' }, lend({ start: async () => ({ limitMinutes: 30 }) })),
    'Recording has started; it ends by itself after 30 minutes.',
  )
  const status = (change: Partial<VoiceStatus>) =>
    sentenceOf(listen, { action: 'status' }, lend({ status: async () => ({ ...STATUS, ...change }) }))
  assert.equal(await status({}), 'Nothing is being recorded.')
  assert.equal(await status({ state: 'recording', seconds: 2_520 }), 'Recording for 42 minutes.')
  assert.equal(
    await status({ state: 'recorded', seconds: 61, reason: 'device lost' }),
    'Nothing is being recorded now; a recording of 1 minute and 1 second has ended (device lost) and was not transcribed yet.',
  )
  assert.equal(
    await status({ state: 'transcribing', seconds: 5 }),
    'Nothing is being recorded now; a recording of 5 seconds is being transcribed.',
  )
  assert.equal(
    await status({ state: 'transcribed', seconds: 5 }),
    'Nothing is being recorded now; a recording of 5 seconds was transcribed.',
  )
})

test('what was said stands below the sentence', async () => {
  const text = 'The roof is mended in May.\nIda takes the minutes.'
  const outcome = await call(
    listen,
    { action: 'stop' },
    stopWith({ type: 'transcript', seconds: 125, text, file: '/home/voice/a.txt' }),
  )
  assert.ok(outcome.type === 'said')
  assert.deepEqual(outcome.said, {
    sentence: 'The recording of 2 minutes and 5 seconds has ended. This was said:',
    detail: text,
  })
})

test('a long transcript is cut, and the file with all of it is named, where there is one', async () => {
  const text = Array.from({ length: 900 }, (_, at) => `word ${at}`).join('\n')
  for (const [file, named] of [
    ['/home/voice/a.txt', '; all of it stands in `/home/voice/a.txt`'],
    [undefined, ''],
  ] as const) {
    const outcome = await call(
      listen,
      { action: 'stop' },
      stopWith({ type: 'transcript', seconds: 60, text, file }),
    )
    assert.ok(outcome.type === 'said')
    assert.equal(outcome.said.sentence, `The recording of 1 minute has ended${named}. This was said:`)
    assert.ok((outcome.said.detail?.length ?? 0) <= 6_000)
    assert.match(outcome.said.detail ?? '', /^word 0\n.*characters left out.*word 899$/s)
  }
})

test('a recording without words, and one that is not transcribed yet, are told as such', async () => {
  assert.equal(
    await sentenceOf(
      listen,
      { action: 'stop' },
      stopWith({ type: 'transcript', seconds: 9, text: '', file: undefined }),
    ),
    'The recording of 9 seconds has ended; no words were heard in it.',
  )
  assert.equal(
    await sentenceOf(listen, { action: 'stop' }, stopWith({ type: 'unfinished', seconds: 9 })),
    'The recording of 9 seconds has ended and is still being transcribed; `/voice stop` shows what was said.',
  )
})

test('a text is said, or with an empty one the last answer', async () => {
  const said: string[] = []
  const voice = lend({
    say: async (text) => {
      said.push(text)
      return true
    },
    sayAnswer: async () => ({ text: 'It is 10:24.', isDone: false }),
  })
  assert.equal(await sentenceOf(speak, { text: 'hello' }, voice), '"hello" was said aloud.')
  assert.equal(
    await sentenceOf(speak, { text: '' }, voice),
    'The last answer is being said aloud; `/voice stop` ends it.',
  )
  assert.deepEqual(said, ['hello'])
  const long = await sentenceOf(speak, { text: 'a\u001b[1m\n'.repeat(100) }, voice)
  assert.match(long, /^"a␛\[1m a␛\[1m .{100,200}…" was said aloud\.$/)
})

test('what the voice refuses, and a voice that is not there, is a failure', async () => {
  const refuse = async () => {
    throw new ToolFailure('not_recording', 'Nothing is being recorded.')
  }
  assert.equal(
    await sentenceOf(listen, { action: 'stop' }, lend({ stop: refuse })),
    'not_recording: Nothing is being recorded.',
  )
  assert.equal(await sentenceOf(listen, { action: 'start' }), 'no_voice: Nothing can be recorded here.')
  assert.equal(await sentenceOf(speak, { text: 'hello' }), 'no_voice: Nothing can be said aloud here.')
})

test('both only run when they are approved, and a permission to ask is none to record', () => {
  assert.deepEqual([listen.risk, speak.risk], ['execute', 'execute'])
  assert.equal(listen.approvalKey, 'action')
})
