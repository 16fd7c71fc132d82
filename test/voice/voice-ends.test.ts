import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  filesOf,
  hasEnded,
  openVoiceFor,
  pidIn,
  RECORDER,
  record,
  voiceOn,
  WHISPER,
} from './fake-programs.ts'

const never = new AbortController().signal
const AUDIO = '2026-03-12-102430.wav'
const TEXT = '2026-03-12-102430.txt'
/** Waits for a file, then transcribes. */
const SLOW = 'echo $$ > "$HERE/whisper.pid"\nwhile [ ! -e "$HERE/go" ]; do sleep 0.02; done\necho "At last."'

test('a start that is cancelled ends the recorder and leaves no file', async (t) => {
  const script = 'echo $$ > "$HERE/child.pid"\ntouch "$HERE/home/begun"\nexec sleep 600'
  const { machine, voice } = openVoiceFor(t, { arecord: script, 'whisper-cli': WHISPER })
  const stop = new AbortController()
  const starting = voice.start(stop.signal)
  while (!existsSync(join(machine.root, 'home', 'begun'))) await new Promise((next) => setImmediate(next))
  stop.abort(new Error('enough'))
  await assert.rejects(starting)
  assert.ok(await hasEnded(await pidIn(machine, 'child.pid')))
  assert.deepEqual(filesOf(machine), [])
  assert.equal((await voice.status()).state, 'idle')
})

test('a transcriber that fails is told, the audio stays, and the next stop tries again', async (t) => {
  const { machine, voice } = openVoiceFor(t, {
    arecord: RECORDER,
    'whisper-cli': 'echo "bad magic" >&2\nexit 3',
  })
  await record(voice)
  await assert.rejects(voice.stop(never), {
    code: 'transcription_failed',
    message:
      '`whisper-cli` could not transcribe the recording: bad magic. It is still here: `/voice stop` tries again.',
  })
  const { state, reason } = await voice.status()
  assert.deepEqual(
    [state, reason],
    ['recorded', '`whisper-cli` could not transcribe the recording: bad magic'],
  )
  assert.deepEqual(filesOf(machine), [AUDIO])
  machine.put('whisper-cli', WHISPER)
  assert.equal((await voice.stop(never)).type, 'transcript')
  assert.deepEqual(filesOf(machine), [TEXT])
})

test('a transcriber that complains, writes nothing and ends well has failed all the same', async (t) => {
  const script = 'echo "error: unknown argument: -nt" >&2\nexit 0'
  const { voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': script })
  await record(voice)
  await assert.rejects(voice.stop(never), { code: 'transcription_failed', message: /unknown argument: -nt/ })
})

test('a transcriber that says nothing gives an empty text, and no file', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': 'echo " [BLANK_AUDIO]"' })
  await record(voice)
  assert.deepEqual(await voice.stop(never), { type: 'transcript', seconds: 2, text: '', file: undefined })
  assert.deepEqual(filesOf(machine), [])
})

test('audio stays beside its text where the settings say so, and counts as transcribed', async (t) => {
  const { machine, voice } = openVoiceFor(t, undefined, { keep: true })
  await record(voice)
  await voice.stop(never)
  assert.deepEqual(filesOf(machine), [TEXT, AUDIO])
  assert.equal((await voice.status()).left, 0)
  await record(voice)
  await voice.stop(never)
  assert.deepEqual(filesOf(machine), ['2026-03-12-102430-2.txt', '2026-03-12-102430-2.wav', TEXT, AUDIO])
})

test('a cancelled stop ends the transcriber, and the recording waits for the next one', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': SLOW })
  await record(voice)
  const cancel = new AbortController()
  const stopping = voice.stop(cancel.signal)
  const pid = await pidIn(machine, 'whisper.pid')
  cancel.abort(new Error('enough'))
  await assert.rejects(stopping, { message: 'enough' })
  assert.ok(await hasEnded(pid))
  const { state, reason } = await voice.status()
  assert.deepEqual([state, reason], ['recorded', undefined])
  machine.touch('go')
  const stopped = await voice.stop(never)
  assert.equal(stopped.type === 'transcript' && stopped.text, 'At last.')
})

test('a slow transcriber goes on alone, and no recording begins before its text was shown', async (t) => {
  const { machine, voice, change } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': SLOW })
  await record(voice)
  assert.deepEqual(await voice.stop(never, 1), { type: 'unfinished', seconds: 2 })
  assert.equal((await voice.status()).state, 'transcribing')
  await change()
  machine.touch('go')
  await change()
  assert.equal((await voice.status()).state, 'transcribed')
  await assert.rejects(voice.start(never), { code: 'not_fetched' })
  const stopped = await voice.stop(never)
  assert.equal(stopped.type === 'transcript' && stopped.text, 'At last.')
  await record(voice)
})

test('what was recorded is ended with the session, kept, and found by the next one', async (t) => {
  const { machine, voice } = openVoiceFor(t)
  await record(voice)
  const child = await pidIn(machine, 'child.pid')
  await voice.close()
  assert.ok(await hasEnded(child))
  assert.deepEqual(filesOf(machine), [AUDIO])
  assert.equal(readFileSync(join(machine.folder, AUDIO)).readUInt32LE(40), 64_000)
  const next = voiceOn(machine).voice
  const { state, left } = await next.status()
  assert.deepEqual([state, left], ['idle', 1])
})

test('a session that ends takes the transcriber with it', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': SLOW })
  await record(voice)
  await voice.stop(never, 1)
  const pid = await pidIn(machine, 'whisper.pid')
  await voice.close()
  assert.ok(await hasEnded(pid))
  assert.deepEqual(filesOf(machine), [AUDIO])
})

test('while nothing is kept, neither audio nor text stays, not even with voiceKeep', async (t) => {
  const { machine, voice } = openVoiceFor(t, undefined, { keep: true })
  await record(voice)
  voice.keepNothing(true)
  const stopped = await voice.stop(never)
  assert.deepEqual(stopped, {
    type: 'transcript',
    seconds: 2,
    text: 'The roof is mended in May.',
    file: undefined,
  })
  assert.deepEqual(filesOf(machine), [])
  await record(voice)
  voice.keepNothing(false)
  await voice.stop(never)
  assert.deepEqual(filesOf(machine), [])
  await record(voice)
  await voice.stop(never)
  assert.deepEqual(filesOf(machine), [TEXT, AUDIO])
})

test('what could not be transcribed while nothing is kept goes with the session', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': 'exit 1' })
  voice.keepNothing(true)
  await record(voice)
  await assert.rejects(voice.stop(never), { code: 'transcription_failed' })
  assert.deepEqual(filesOf(machine), [AUDIO])
  await voice.close()
  assert.deepEqual(filesOf(machine), [])
})

test('what was recorded before nothing is kept stays, also behind a stretch of that', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': 'exit 1' })
  await record(voice)
  await assert.rejects(voice.stop(never), { code: 'transcription_failed' })
  voice.keepNothing(true)
  voice.keepNothing(false)
  await voice.close()
  assert.deepEqual(filesOf(machine), [AUDIO])
})

test('what was recorded before stays, also where nothing is kept from the moment on in which another begins', async (t) => {
  const { machine, voice } = openVoiceFor(t, { arecord: RECORDER, 'whisper-cli': 'exit 1' })
  await record(voice)
  await assert.rejects(voice.stop(never), { code: 'transcription_failed' })
  const starting = voice.start(never)
  voice.keepNothing(true)
  await starting
  voice.keepNothing(false)
  await voice.close()
  assert.deepEqual(filesOf(machine), [AUDIO])
})
