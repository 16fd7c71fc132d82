// What is known before the first client: a port that is taken, and a person who wants no service after all.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { runServe, type ServeOptions } from '../../source/command-line/serve-command.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

function optionsWith(changes: Partial<ServeOptions>): ServeOptions {
  return {
    program: findProgram(),
    home: homePaths(temporaryFolder('home'), {}),
    workspace: realpathSync(WORKSPACE),
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    flags: {},
    engine: async () => assert.fail('a model was loaded'),
    port: 0,
    stdout: { write: (text) => assert.fail(`announced: ${text}`) },
    stderr: { write: () => undefined },
    signal: new AbortController().signal,
    ...changes,
  }
}

test('a port that is taken is said before a model is loaded', { timeout: 60_000 }, async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await assert.rejects(runServe(optionsWith({ port })), {
    exitCode: 1,
    message: `Port \`${port}\` cannot be listened at (another program listens there); \`--port 0\` takes any free one.`,
  })
})

test('ctrl-C while the head is made ends the start, and nothing is announced', {
  timeout: 60_000,
}, async () => {
  const stop = new AbortController()
  const closed = Promise.withResolvers<never>()
  const engine = createFakeEngine()
  engine.prepareHead = () => {
    setImmediate(() => stop.abort())
    return closed.promise
  }
  engine.close = async () => {
    engine.closed = true
    closed.reject(new Error('The engine ended.'))
  }
  const load = async () => ({ type: 'ready', engine, answers: 'auto' }) as const
  await assert.rejects(runServe(optionsWith({ engine: load, signal: stop.signal })), {
    exitCode: 130,
    message: 'The load was stopped.',
  })
  assert.ok(engine.closed)
})

test('ctrl-C as the head is ready announces nothing either', { timeout: 60_000 }, async () => {
  const stop = new AbortController()
  const engine = createFakeEngine()
  const { prepareHead } = engine
  engine.prepareHead = async (messages, options) => {
    const made = await prepareHead(messages, options)
    stop.abort()
    return made
  }
  const load = async () => ({ type: 'ready', engine, answers: 'auto' }) as const
  await assert.rejects(runServe(optionsWith({ engine: load, signal: stop.signal })), { exitCode: 130 })
})
