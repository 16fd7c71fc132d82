import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import command from '../../commands/voice.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { VoiceShelf, VoiceStatus } from '../../source/contracts/voice.ts'
import { openTestSession } from '../helpers/open-session.ts'
import { ESPEAK, fakeMachine, hasEnded, isRunning, RECORDER, WHISPER } from '../voice/fake-programs.ts'

const IDLE: VoiceStatus = { state: 'idle', seconds: 0, isSpeaking: false, folder: '/home/voice', left: 0 }

const run = async (input: string, shelf: Partial<VoiceShelf> | undefined) =>
  command.run(input, { voice: shelf } as unknown as CommandContext)

describe('/voice', () => {
  test('shows every state in a sentence', async () => {
    const show = async (change: Partial<VoiceStatus>) =>
      (await run('', { status: async () => ({ ...IDLE, ...change }) })).text
    assert.equal(await show({}), 'Nothing is being recorded.')
    assert.equal(
      await show({ state: 'recording', seconds: 65 }),
      'Recording for 1 minute and 5 seconds; `/voice stop` ends it.',
    )
    assert.equal(
      await show({ state: 'recorded', seconds: 3, reason: 'device lost' }),
      'A recording of 3 seconds waits for `/voice stop`, which transcribes it: device lost.',
    )
    assert.match(await show({ state: 'transcribing', seconds: 3 }), /is being transcribed/)
    assert.match(await show({ state: 'transcribed', seconds: 3 }), /was transcribed/)
    assert.equal(
      await show({ isSpeaking: true, left: 1 }),
      'Nothing is being recorded.\nA text is being said aloud; `/voice stop` ends it.\n`/home/voice` has 1 recording that was never transcribed.',
    )
  })

  test('says a text as it was typed', async () => {
    const said: string[] = []
    const say = async (text: string) => {
      said.push(text)
      return true
    }
    assert.equal((await run('say  hello   say there', { say })).text, 'Said aloud.')
    assert.deepEqual(said, ['hello   say there'])
  })

  test('stop ends a speech where nothing is recorded, and else the recording, too', async () => {
    const stop: VoiceShelf['stop'] = async () => ({
      type: 'transcript',
      seconds: 4,
      text: 'Hello.',
      file: undefined,
    })
    const hush = async () => true
    assert.equal((await run('stop', { hush, status: async () => IDLE })).text, 'The speech was ended.')
    const status = async (): Promise<VoiceStatus> => ({ ...IDLE, state: 'recording', seconds: 4 })
    assert.deepEqual(await run('stop', { hush, status, stop }), {
      ok: true,
      text: 'The recording of 4 seconds has ended:\nHello.',
      data: { seconds: 4, text: 'Hello.', file: null },
    })
  })

  test('tells what is not possible, and what it does not know', async () => {
    const start = async () => {
      throw new ToolFailure('missing_program', 'Recording needs `arecord`.')
    }
    assert.deepEqual(await run('start', { start }), {
      ok: false,
      text: 'Recording needs `arecord`.',
      data: null,
    })
    for (const input of ['louder', 'say', 'start now', 'status please']) {
      const { ok, text } = await run(input, {})
      assert.equal(ok, false)
      assert.equal(text, `\`/voice ${input}\` is not known; it takes [status|start|stop|say TEXT].`)
    }
    assert.equal((await run('', undefined)).text, 'Nothing can be recorded or said here.')
  })
})

describe('a session with a microphone and a loudspeaker', () => {
  const machine = fakeMachine({ arecord: RECORDER, 'whisper-cli': WHISPER, 'espeak-ng': ESPEAK })
  const usual = process.env.PATH
  const open = async () => {
    process.env.PATH = join(machine.root, 'bin')
    const opened = await openTestSession({ flags: { approve: 'all' } })
    process.env.PATH = usual
    await opened.session.submit(`/settings voiceModel ${join(machine.root, 'model.bin')}`)
    const last = () => opened.events.findLast((event) => event.type === 'command')
    return { ...opened, last }
  }

  test('records over several lines, and shows what was said', async (t) => {
    t.after(() => rmSync(join(machine.root, 'child.pid'), { force: true }))
    const { session, last, done } = await open()
    await session.submit('/voice start')
    assert.match(last()?.text ?? '', /^Recording has started;/)
    await session.submit('/status')
    await session.submit('/voice')
    assert.match(last()?.text ?? '', /^Recording for /)
    await session.submit('/voice stop')
    assert.match(last()?.text ?? '', /has ended:\nThe roof is mended in May\.$/)
    assert.equal(await done(), 0)
  })

  test('ends a recording when it closes', async () => {
    const { session, done } = await open()
    await session.submit('/voice start')
    const child = Number(machine.read('child.pid'))
    assert.ok(isRunning(child))
    await done()
    assert.ok(await hasEnded(child))
  })

  test('lends its last answer to be read aloud', async () => {
    const { session, events, done } = await open()
    await session.submit('hello there')
    const answer = events.findLast((event) => event.type === 'answer')
    assert.notEqual(answer?.text ?? '', '')
    await session.ports.services.voice?.sayAnswer(new AbortController().signal)
    assert.equal(machine.read('spoken.txt'), answer?.text)
    await done()
    rmSync(machine.root, { recursive: true })
  })
})
