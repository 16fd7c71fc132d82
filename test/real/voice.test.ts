// Speaks a sentence with espeak-ng, plays it to the program as if a microphone had heard it, and reads what the transcriber made of it.
// Needs espeak-ng. The transcriber is the one in PATH whose model ETHERVOX_VOICE_MODEL names; without that whisper.cpp is fetched, and a model.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { findPrograms } from '../../source/voice/find-programs.ts'
import { chooseTranscriber } from '../../source/voice/transcriber.ts'
import { openVoice } from '../../source/voice/voice.ts'
import { BYTES_PER_SECOND, HEADER_BYTES, SAMPLE_RATE } from '../../source/voice/wav.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { speechTools } from './speech-tools.ts'

const SENTENCE = 'The meeting begins on Monday. The roof is mended in summer.'

test('what espeak-ng says is recorded, transcribed and read', async (t) => {
  const found = await findSpeech()
  if (typeof found === 'string') {
    process.stderr.write(`skipped: ${t.name}: ${found}\n`)
    t.skip(found)
    return
  }
  const { espeak, path, model } = found
  const root = temporaryFolder('real-voice')
  t.after(() => rmSync(root, { recursive: true }))
  execFileSync(espeak, ['-s', '140', '-w', join(root, 'spoken.wav'), SENTENCE])
  const samples = resampled(readFileSync(join(root, 'spoken.wav')))
  writeFileSync(join(root, 'samples.raw'), samples)
  mkdirSync(join(root, 'bin'))
  const recorder = join(root, 'bin', 'arecord')
  writeFileSync(recorder, `#!/bin/sh\ncat '${join(root, 'samples.raw')}'\nexec sleep 600\n`)
  chmodSync(recorder, 0o755)
  const voice = openVoice({
    folder: join(root, 'voice'),
    settings: () => ({ model, keep: false, minutes: 5, piper: '' }),
    now: () => new Date(),
    path: `${join(root, 'bin')}${delimiter}${path}`,
    platform: process.platform,
  })
  t.after(() => voice.close())
  const { signal } = new AbortController()
  await voice.start(signal)
  while ((await voice.status()).seconds < samples.length / BYTES_PER_SECOND)
    await new Promise((next) => setImmediate(next))
  const stopped = await voice.stop(signal)
  assert.ok(stopped.type === 'transcript')
  // A synthetic voice is not understood word by word.
  const heard = ['meeting', 'monday', 'roof', 'summer'].filter((word) =>
    stopped.text.toLowerCase().includes(word),
  )
  assert.ok(heard.length >= 2, stopped.text)
})

/** What speaks and what reads it; a sentence where something is missing. */
async function findSpeech(): Promise<string | { espeak: string; path: string; model: string }> {
  const named = process.env.ETHERVOX_VOICE_MODEL
  const own = process.env.PATH ?? ''
  const espeak = (await findPrograms(own, process.platform)).get('espeak-ng')
  if (espeak === undefined) return '`espeak-ng` is not installed.'
  const tools = named === undefined ? speechTools() : { model: named, bin: undefined }
  if (typeof tools === 'string') return tools
  const { bin, model } = tools
  const path = bin === undefined ? own : `${bin}${delimiter}${own}`
  try {
    await chooseTranscriber(await findPrograms(path, process.platform), model, process.platform)
    return { espeak, path, model }
  } catch (error) {
    if (error instanceof ToolFailure) return error.message
    throw error
  }
}

/** 16 kHz samples of a mono WAV file with 16 bits and a head of the usual size, each the nearest one. */
function resampled(wav: Buffer): Buffer {
  const rate = wav.readUInt32LE(24)
  const source = wav.subarray(HEADER_BYTES)
  const count = Math.floor(((source.length / 2) * SAMPLE_RATE) / rate)
  const samples = Buffer.alloc(count * 2)
  for (let at = 0; at < count; at++) {
    const from = Math.min(Math.round((at * rate) / SAMPLE_RATE), source.length / 2 - 1)
    samples.writeInt16LE(source.readInt16LE(from * 2), at * 2)
  }
  return samples
}
