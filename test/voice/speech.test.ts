import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { plainSpeech } from '../../source/voice/speech.ts'
import { ESPEAK, fakeMachine, hasEnded, pidIn, voiceOn } from './fake-programs.ts'

const never = new AbortController().signal
const LONG = 'echo $$ > "$HERE/espeak.pid"\nexec sleep 600'

function open(t: TestContext, programs: Readonly<Record<string, string>>, piper = '') {
  const machine = fakeMachine(programs)
  const { voice } = voiceOn(machine, { piper: piper && join(machine.root, piper) })
  t.after(async () => {
    await voice.close()
    rmSync(machine.root, { recursive: true })
  })
  const begun = () => pidIn(machine, 'espeak.pid')
  return { machine, voice, begun }
}

test('a text is said by espeak-ng, which reads it from its input and not from its arguments', async (t) => {
  const { machine, voice } = open(t, { 'espeak-ng': ESPEAK })
  assert.equal(await voice.say('--version; `rm x` $HOME "well" done', never), true)
  assert.equal(machine.read('spoken.txt'), '--version; rm x $HOME "well" done')
  assert.equal(machine.read('espeak.args'), '--stdin\n')
  assert.equal((await voice.status()).isSpeaking, false)
})

test('a missing program is named with the command that installs it', async (t) => {
  await assert.rejects(open(t, {}).voice.say('hello', never), {
    code: 'missing_program',
    message:
      'Speaking needs `espeak-ng` (or `piper`), which is not here; install it with `sudo apt install espeak-ng`, then start the program again.',
  })
})

test('a program that fails is told with its own words', async (t) => {
  const { voice } = open(t, { 'espeak-ng': 'echo "no audio device" >&2\nexit 1' })
  await assert.rejects(voice.say('hello', never), {
    code: 'speech_failed',
    message: '`espeak-ng` could not say it aloud: no audio device.',
  })
})

test('a program that complains and ends well all the same has said nothing', async (t) => {
  // What espeak-ng 1.51 does on a machine without a sound device; its warnings alone are none.
  const lost = 'echo "ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM default" >&2'
  const error = 'echo "error: No such file or directory" >&2'
  const { machine, voice } = open(t, { 'espeak-ng': `${lost}\n${error}` })
  await assert.rejects(voice.say('hello', never), {
    code: 'speech_failed',
    message: '`espeak-ng` could not say it aloud: no sound device was found.',
  })
  machine.put('espeak-ng', error)
  await assert.rejects(voice.say('hello', never), {
    message: '`espeak-ng` could not say it aloud: No such file or directory.',
  })
  machine.put('espeak-ng', lost)
  assert.equal(await voice.say('hello', never), true)
})

test('what has nothing to say, and what is too long, is refused', async (t) => {
  const { voice } = open(t, { 'espeak-ng': ESPEAK })
  await assert.rejects(voice.say(' \n', never), { code: 'no_text' })
  await assert.rejects(voice.say('a'.repeat(10_001), never), {
    code: 'too_large',
    message: 'The text has 10001 characters; at most 10000 are said aloud.',
  })
})

test('a cancelled speech is ended', async (t) => {
  const { voice, begun } = open(t, { 'espeak-ng': LONG })
  const cancel = new AbortController()
  const saying = voice.say('hello', cancel.signal)
  const pid = await begun()
  cancel.abort(new Error('enough'))
  await assert.rejects(saying, { message: 'enough' })
  assert.ok(await hasEnded(pid))
})

test('a long speech goes on alone until it is hushed, another takes its place, or the session ends', async (t) => {
  const { machine, voice, begun } = open(t, { 'espeak-ng': LONG })
  assert.equal(await voice.say('hello', never, 1), false)
  assert.equal((await voice.status()).isSpeaking, true)
  const first = await begun()
  assert.equal(await voice.hush(), true)
  assert.ok(await hasEnded(first))
  assert.equal(await voice.hush(), false)
  rmSync(join(machine.root, 'espeak.pid'))
  await voice.say('one', never, 1)
  const second = await begun()
  rmSync(join(machine.root, 'espeak.pid'))
  await voice.say('two', never, 1)
  assert.ok(await hasEnded(second))
  const third = await begun()
  await voice.close()
  assert.ok(await hasEnded(third))
})

test('the last answer is said, and what tells of it does not take its place', async (t) => {
  const { machine, voice } = open(t, { 'espeak-ng': ESPEAK })
  await assert.rejects(voice.sayAnswer(never), { code: 'no_answer' })
  voice.noteAnswer('It is 10:24.')
  for (const _ of [1, 2]) {
    assert.deepEqual(await voice.sayAnswer(never), { text: 'It is 10:24.', isDone: true })
    assert.equal(machine.read('spoken.txt'), 'It is 10:24.')
    voice.noteAnswer('The last answer was said aloud.')
  }
  voice.noteAnswer('It is Thursday.')
  voice.noteAnswer('')
  await voice.sayAnswer(never)
  assert.equal(machine.read('spoken.txt'), 'It is Thursday.')
})

test('piper with a voice writes a file that a player plays, and the file goes', async (t) => {
  const programs = {
    'espeak-ng': ESPEAK,
    piper: 'cat > "$HERE/spoken.txt"\necho "$1 $2 $3" > "$HERE/piper.args"\necho sound > "$4"',
    aplay: 'echo "$1" > "$HERE/aplay.args"\ncp "$2" "$HERE/played"',
  }
  const { machine, voice } = open(t, programs, 'model.bin')
  const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ethervox-speech-'))
  const before = temporary()
  assert.equal(await voice.say('Hello\nworld', never), true)
  assert.equal(machine.read('spoken.txt'), 'Hello world\n')
  assert.equal(machine.read('piper.args'), `--model ${machine.root}/model.bin --output_file\n`)
  assert.deepEqual([machine.read('aplay.args'), machine.read('played')], ['-q\n', 'sound\n'])
  assert.deepEqual(temporary(), before)
})

test('piper without a voice, with a voice that is not there, or without a player says what is missing', async (t) => {
  await assert.rejects(open(t, { piper: 'exit 0' }).voice.say('hello', never), {
    code: 'missing_voice',
    message: /`\/settings piperVoice PATH`/,
  })
  await assert.rejects(open(t, { piper: 'exit 0' }, 'amy.onnx').voice.say('hello', never), {
    code: 'missing_voice',
    message: /There is no voice for `piper` at `.*amy\.onnx`/,
  })
  await assert.rejects(open(t, { piper: 'exit 0' }, 'model.bin').voice.say('hello', never), {
    code: 'missing_program',
    message: /needs `aplay`/,
  })
})

test('marks of Markdown are not read out, words and signs are', () => {
  assert.equal(
    plainSpeech('# Plan\n\n- **Paint** the `boat`\n- 3 * 4 = 12\n\n```sh\nls -l my_file\n```\n\u001b[1m'),
    'Plan\n\nPaint the boat\n3 * 4 = 12\n\n\nls -l my_file\n\n [1m',
  )
})
