// Turn after turn, with and without a call, each answer told as a surface would: after the store has heard it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConversation, turnsOf } from '../../../source/sessions/read.ts'
import { openSecretSwitch } from '../../../source/sessions/secret-switch.ts'
import { openConversations } from '../../../source/sessions/store.ts'
import { ADD, runTestTurn } from '../../governor/turn-ports.ts'
import { createFakeEngine } from '../fake-engine.ts'
import type { Writer } from './harness.ts'

/** A conversation is a file: a process that lives long writes several. */
const TURNS = 100

export const writer: Writer = {
  sharedBy: 3,
  write: async (dir, _run, tell) => {
    const clock = { now: () => new Date(), monotonicMs: () => performance.now(), timeZone: 'UTC' }
    const secret = openSecretSwitch(false)
    const store = openConversations(
      { dir, clock, secret, workspace: '/w', version: '0.1.0', days: () => 90 },
      () => undefined,
    )
    const say = Array.from({ length: 40 }, (_, at) => [`say ${at}`, 'word '.repeat(at * 5)] as const)
    const engine = createFakeEngine({
      answers: Object.fromEntries(say),
      calls: { 'add 1 and 2': '{"a":1,"b":2}' },
    })
    for (let turn = 1; ; turn++) {
      const isCall = turn % 3 === 0
      const { outcome } = await runTestTurn(isCall ? 'add 1 and 2' : `say ${turn % 40}`, {
        engine,
        route: isCall ? ADD.name : undefined,
        input: { turn },
        hear: (event) => {
          store.hear(event)
          if (event.type === 'answer') tell(`${store.current} ${event.turn} ${event.text.length}`)
        },
      })
      store.leave(turn, { calls: outcome.calls })
      if (turn % TURNS === 0) store.begin()
    }
  },
  check: async (dir, told) => {
    const ids = told.map((lines) => [...new Set(lines.map((line) => line.split(' ')[0] ?? ''))])
    assert.equal(new Set(ids.flat()).size, ids.flat().length, 'no two processes had one file')
    const answers = new Map<string, number>()
    for (const file of readdirSync(dir).filter((name) => name.endsWith('.jsonl'))) {
      const id = file.slice(0, -'.jsonl'.length)
      const reading = readConversation(id, readFileSync(join(dir, file), 'utf8'))
      assert.ok(reading.ok, reading.ok ? '' : reading.reason)
      const { conversation } = reading
      const { faults } = conversation
      assert.ok(
        faults.length <= 1 && faults.every((fault) => fault.startsWith('The last line')),
        faults.join(),
      )
      for (const { number, answer } of turnsOf(conversation))
        if (answer !== undefined) answers.set(`${id} ${number}`, answer.text.length)
    }
    for (const line of told.flat()) {
      const [id, turn, length] = line.split(' ')
      assert.equal(answers.get(`${id} ${turn}`), Number(length), `turn ${turn} of ${id}`)
    }
    return told.flat().length
  },
}
