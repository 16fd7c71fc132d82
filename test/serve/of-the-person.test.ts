// What is the person's stays with the person: what rings, and which tools are on.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { homePaths } from '../../source/paths.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { linesOf, openService } from './open-service.ts'

const NOW = Date.parse('2026-03-12T10:24:30Z')

test('what rings at the end of a turn is said on stderr, not to the client', {
  timeout: 60_000,
}, async () => {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const service = await openService({
    script: {
      gate: () => {
        asked.resolve()
        return gate.promise
      },
    },
  })
  try {
    const runs = service.post('/turns', { message: 'hello' }).then((reply) => reply.text())
    await asked.promise
    const rings = openRings(homePaths(service.home, {}).rings, () => undefined)
    await rings.add({ kind: 'timer', label: 'call the doctor', dueMs: NOW, setMs: NOW - 1_000 })
    gate.resolve()
    const events = linesOf(await runs)
    assert.equal(events.at(-1)?.type, 'turn.finished')
    assert.match(service.stderr(), /call the doctor/)
  } finally {
    gate.resolve()
    await service.done()
  }
})

test('a tool that fails for clients again and again is not paused for the person', {
  timeout: 60_000,
}, async () => {
  const message = 'say "good morning" aloud'
  const service = await openService({
    script: { calls: { [message]: '{"text":"good morning"}' } },
    flags: { approve: 'all' },
  })
  try {
    for (let at = 0; at < 6; at++) {
      const events = await service.turns({ message })
      const done = events.find(({ type }) => type === 'tool.finished')
      const code = (done?.error as { readonly code?: string } | undefined)?.code
      assert.deepEqual([done?.name, done?.ok, code], ['speak', false, 'no_voice'])
    }
    assert.ok(!existsSync(homePaths(service.home, {}).toolHealth))
  } finally {
    await service.done()
  }
})
