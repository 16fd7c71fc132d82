import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  filesOf,
  hasEnded,
  isRunning,
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

test('a recording is started, goes on, is stopped and becomes a text', async (t) => {
  const { machine, voice } = openVoiceFor(t)
  await record(voice)
  const child = await pidIn(machine, 'child.pid')
  assert.ok(isRunning(child))
  const { state, seconds } = await voice.status()
  assert.deepEqual([state, seconds], ['recording', 2])
  assert.deepEqual(await voice.stop(never), {
    type: 'transcript',
    seconds: 2,
    text: 'The roof is mended in May.',
    file: join(machine.folder, TEXT),
  })
  assert.ok(await hasEnded(child))
  assert.equal((await voice.status()).state, 'idle')
  assert.deepEqual(filesOf(machine), [TEXT])
  assert.equal(readFileSync(join(machine.folder, TEXT), 'utf8'), 'The roof is mended in May.\n')
  assert.equal(statSync(join(machine.folder, TEXT)).mode & 0o777, 0o600)
  assert.equal(statSync(machine.folder).mode & 0o777, 0o700)
  assert.equal(
    machine.read('whisper.args'),
    `-m ${machine.root}/model.bin -f ${machine.folder}/${AUDIO} -nt -l auto\n`,
  )
})

test('the transcriber is given a WAV file with 16 kHz, one channel, and its true length', async (t) => {
  const { machine, voice } = openVoiceFor(t)
  await record(voice)
  await voice.stop(never)
  const heard = readFileSync(join(machine.root, 'heard.wav'))
  assert.equal(heard.length, 64_044)
  assert.equal(heard.toString('latin1', 0, 4) + heard.toString('latin1', 8, 16), 'RIFFWAVEfmt ')
  assert.equal(heard.readUInt32LE(4), 64_036)
  assert.deepEqual([heard.readUInt16LE(20), heard.readUInt16LE(22), heard.readUInt32LE(24)], [1, 1, 16_000])
  assert.equal(heard.readUInt32LE(40), 64_000)
})

test('a recording that runs is not started twice, and goes on', async (t) => {
  const { voice } = openVoiceFor(t)
  await record(voice)
  await assert.rejects(voice.start(never), {
    code: 'already_recording',
    message: 'A recording is already running, for 2 seconds; stop it first.',
  })
  assert.equal((await voice.status()).state, 'recording')
})

test('of two starts at once one is refused', async (t) => {
  const { voice } = openVoiceFor(t)
  const both = await Promise.allSettled([voice.start(never), voice.start(never)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
})

test('without a recording there is nothing to stop', async (t) => {
  const { machine, voice } = openVoiceFor(t)
  await assert.rejects(voice.stop(never), {
    code: 'not_recording',
    message: 'Nothing is being recorded, so there is nothing to stop.',
  })
  assert.deepEqual(filesOf(machine), [])
})

test('a missing recorder is named with the command that installs it', async (t) => {
  const { voice } = openVoiceFor(t, { 'whisper-cli': WHISPER })
  await assert.rejects(voice.start(never), {
    code: 'missing_program',
    message:
      'Recording needs `arecord` (or `sox`), which is not here; install it with `sudo apt install alsa-utils`, then start the program again.',
  })
})

test('a missing transcriber and a missing model are told before the recording, not after it', async (t) => {
  await assert.rejects(openVoiceFor(t, { arecord: RECORDER }).voice.start(never), {
    code: 'missing_program',
    message: /neither is here; install it with `sudo apt install pipx ffmpeg` and `pipx install vosk`/,
  })
  const { machine, voice } = openVoiceFor(t, undefined, { model: '' })
  await assert.rejects(voice.start(never), { code: 'missing_model', message: /`\/settings voiceModel PATH`/ })
  assert.equal(existsSync(join(machine.root, 'child.pid')), false)
  await assert.rejects(openVoiceFor(t, undefined, { model: '/nowhere/base.bin' }).voice.start(never), {
    code: 'missing_model',
    message: /There is no speech model at `\/nowhere\/base\.bin`/,
  })
})

test('a model that is a folder is for Vosk, which needs ffmpeg', async (t) => {
  const without = openVoiceFor(t, { arecord: RECORDER, 'vosk-transcriber': 'echo' })
  await assert.rejects(without.voice.start(never), {
    code: 'missing_program',
    message: /is for `whisper-cli`/,
  })
  const { machine } = without
  const bare = voiceOn(machine, { model: machine.root }).voice
  await assert.rejects(bare.start(never), { message: /needs `ffmpeg`.*`sudo apt install ffmpeg`/ })
  machine.put('ffmpeg', 'exit 0')
  machine.put('vosk-transcriber', 'echo "$@" > "$HERE/vosk.args"\necho "the roof is mended "')
  const { voice } = voiceOn(machine, { model: machine.root })
  await record(voice)
  const stopped = await voice.stop(never)
  assert.equal(stopped.type === 'transcript' && stopped.text, 'the roof is mended')
  assert.equal(
    machine.read('vosk.args'),
    `-m ${machine.root} -i ${machine.folder}/${AUDIO} -t txt --log-level ERROR\n`,
  )
})

test('a recorder that ends at once is a failure with its own words, and leaves no file', async (t) => {
  const script = 'echo "arecord: main:831: audio open error: No such device." >&2\nexit 1'
  const { machine, voice } = openVoiceFor(t, { arecord: script, 'whisper-cli': WHISPER })
  await assert.rejects(voice.start(never), {
    code: 'recorder_failed',
    message: '`arecord` cannot record: arecord: main:831: audio open error: No such device.',
  })
  assert.deepEqual(filesOf(machine), [])
  assert.equal((await voice.status()).state, 'idle')
})

test('a recorder that breaks off keeps what it recorded, and says why', async (t) => {
  const script =
    'head -c 32000 /dev/zero\nwhile [ ! -e "$HERE/unplug" ]; do sleep 0.02; done\necho "device lost" >&2\nexit 1'
  const { machine, voice, change } = openVoiceFor(t, { arecord: script, 'whisper-cli': WHISPER })
  await record(voice, 1)
  machine.touch('unplug')
  await change()
  const { state, seconds, reason } = await voice.status()
  assert.deepEqual([state, seconds, reason], ['recorded', 1, 'device lost'])
  assert.equal((await voice.stop(never)).seconds, 1)
})

test('a recording ends by itself at its time limit, to the sample', async (t) => {
  const script = 'head -c 3000000 /dev/zero\nexec sleep 600'
  const { voice, change } = openVoiceFor(t, { arecord: script, 'whisper-cli': WHISPER }, { minutes: 1 })
  assert.deepEqual(await voice.start(never), { limitMinutes: 1 })
  await change()
  const { state, seconds, reason } = await voice.status()
  assert.deepEqual([state, seconds, reason], ['recorded', 60, 'it reached its time limit'])
  assert.equal((await voice.stop(never)).type, 'transcript')
})

test('a folder that cannot be made is told', async (t) => {
  const { machine, voice } = openVoiceFor(t)
  machine.touch('home')
  await assert.rejects(voice.start(never), {
    code: 'cannot_write',
    message: /`.*home\/voice` cannot be made/,
  })
})
