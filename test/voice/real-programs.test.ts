// espeak-ng, aplay, arecord and sox themselves, on a sound device that is a file: ALSA plays into it and records from it. What is missing is
// skipped, with the reason. The transcriber is a script here (test/real/voice.test.ts has a real one where it is installed).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findPrograms, type ProgramName } from '../../source/voice/find-programs.ts'
import { openVoice } from '../../source/voice/voice.ts'
import { BYTES_PER_SECOND, HEADER_BYTES } from '../../source/voice/wav.ts'
import { type FakeMachine, fakeMachine, WHISPER } from './fake-programs.ts'

const ALSA = '/usr/share/alsa/alsa.conf'
const SENTENCE = 'Dinner is ready, and the roof is red.'
const never = new AbortController().signal
const found = await findPrograms(process.env.PATH ?? '', process.platform)

/** A machine with these real programs and a sound device, or without one; undefined, and the test is skipped, where one is missing. */
function realMachine(t: TestContext, names: readonly ProgramName[], hasDevice = true) {
  const missing = names.find((name) => !found.has(name))
  const reason =
    missing === undefined
      ? existsSync(ALSA)
        ? undefined
        : `\`${ALSA}\` is not here.`
      : `\`${missing}\` is not installed.`
  if (reason !== undefined) {
    process.stderr.write(`skipped: ${t.name}: ${reason}\n`)
    t.skip(reason)
    return undefined
  }
  const machine = fakeMachine({ 'whisper-cli': WHISPER })
  for (const name of names) machine.put(name, `exec '${found.get(name)}' "$@"`)
  const config = join(machine.root, 'asound.conf')
  const said = join(machine.root, 'said.raw')
  const heard = join(machine.root, 'heard.raw')
  writeFileSync(heard, '')
  // espeak-ng opens its device anew after each sentence, which would empty a plain file.
  const device = `<${ALSA}>\npcm.!default {\n type file\n slave.pcm "null"\n file "|cat >> ${said}"\n format "raw"\n infile "${heard}"\n}\n`
  writeFileSync(config, hasDevice ? device : '')
  setVariable(t, 'ALSA_CONFIG_PATH', config)
  // A sound server of the machine is asked first.
  setVariable(t, 'PULSE_SERVER', 'unix:/nowhere')
  const voice = openVoice({
    folder: machine.folder,
    settings: () => ({ model: join(machine.root, 'model.bin'), keep: true, minutes: 1, piper: '' }),
    now: () => new Date('2026-03-12T10:24:30Z'),
    path: join(machine.root, 'bin'),
    platform: 'linux',
  })
  t.after(async () => {
    await voice.close()
    rmSync(machine.root, { recursive: true, force: true })
  })
  return { machine, voice, said, heard }
}

function setVariable(t: TestContext, name: string, value: string): void {
  const before = process.env[name]
  process.env[name] = value
  t.after(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
}

/** The samples that espeak-ng gives for a text, without a sound device. */
function samplesOf({ root }: FakeMachine, text: string): Buffer {
  const file = join(root, 'wanted.wav')
  execFileSync(found.get('espeak-ng') ?? '', ['--stdin', '-w', file], { input: text })
  return readFileSync(file).subarray(HEADER_BYTES)
}

/** What was played, once at least so much of it has come: it goes through a pipe. */
async function played(file: string, bytes: number): Promise<Buffer> {
  const until = performance.now() + 60_000
  while ((!existsSync(file) || statSync(file).size < bytes) && performance.now() < until)
    await new Promise((next) => setImmediate(next))
  return readFileSync(file)
}

test('espeak-ng speaks: what the sound device gets are the samples of the text', async (t) => {
  const real = realMachine(t, ['espeak-ng'])
  if (real === undefined) return
  assert.equal(await real.voice.say(`**${SENTENCE}**`, never), true)
  const wanted = samplesOf(real.machine, SENTENCE)
  const heard = await played(real.said, wanted.length)
  assert.ok(wanted.length > BYTES_PER_SECOND, 'more than a second of it')
  assert.ok(heard.subarray(0, wanted.length).equals(wanted))
})

test('without a sound device nothing is called said', async (t) => {
  const real = realMachine(t, ['espeak-ng'], false)
  if (real === undefined) return
  await assert.rejects(real.voice.say(SENTENCE, never), {
    code: 'speech_failed',
    message: '`espeak-ng` could not say it aloud: no sound device was found.',
  })
})

for (const recorder of ['arecord', 'sox'] as const) {
  test(`${recorder} records: what the microphone gave is in the file, and the transcriber gets it`, async (t) => {
    const real = realMachine(t, [recorder])
    if (real === undefined) return
    const given = Buffer.alloc(BYTES_PER_SECOND)
    for (let at = 0; at < given.length; at += 2) given.writeInt16LE(((at * 7919) % 60_000) - 30_000, at)
    writeFileSync(real.heard, given)
    await real.voice.start(never)
    while ((await real.voice.status()).seconds < 1) await new Promise((next) => setImmediate(next))
    const stopped = await real.voice.stop(never)
    assert.ok(stopped.type === 'transcript', JSON.stringify(stopped))
    const kept = readFileSync(join(real.machine.folder, '2026-03-12-102430.wav'))
    assert.equal(kept.readUInt32LE(24), 16_000)
    assert.equal(kept.readUInt32LE(40), kept.length - HEADER_BYTES - ((kept.length - HEADER_BYTES) % 2))
    const samples = kept.subarray(HEADER_BYTES, HEADER_BYTES + given.length)
    // sox takes the rate of the device and makes ours of it.
    if (recorder === 'arecord') assert.ok(samples.equals(given))
    else assert.ok(samples.some((byte) => byte !== 0))
    assert.deepEqual(readFileSync(join(real.machine.root, 'heard.wav')), kept, 'the transcriber got it')
  })

  test(`${recorder} without a microphone is told with its own words, and leaves no file`, async (t) => {
    const real = realMachine(t, [recorder], false)
    if (real === undefined) return
    const words = recorder === 'sox' ? /no default audio device/ : /audio open error: No such file/
    await assert.rejects(real.voice.start(never), (error: Error) => {
      assert.match(error.message, new RegExp(`^\`${recorder}\` cannot record: `))
      assert.match(error.message, words)
      return true
    })
    assert.equal((await real.voice.status()).state, 'idle')
    assert.ok(!existsSync(join(real.machine.folder, '2026-03-12-102430.wav')))
  })
}

test('aplay without a sound device is told with its own words', async (t) => {
  const real = realMachine(t, ['aplay'], false)
  if (real === undefined) return
  const { machine } = real
  machine.put('piper', 'cat > /dev/null; printf RIFF > "$4"')
  writeFileSync(join(machine.root, 'voice.onnx'), '')
  const voice = openVoice({
    folder: machine.folder,
    settings: () => ({ model: '', keep: false, minutes: 1, piper: join(machine.root, 'voice.onnx') }),
    now: () => new Date(0),
    path: join(machine.root, 'bin'),
    platform: 'linux',
  })
  t.after(() => voice.close())
  await assert.rejects(voice.say(SENTENCE, never), {
    message: '`aplay` could not say it aloud: no sound device was found.',
  })
})
