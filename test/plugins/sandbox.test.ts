// Written tries to get out of the sandbox, or to bring the program down from inside. Each is one call; none may succeed, and the program
// lives: the same process goes on with a plain call behind each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgram } from '../../source/paths.ts'
import { runInSandbox, SANDBOX_MS } from '../../source/plugins/sandbox.ts'
import type { SandboxFailure } from '../../source/plugins/sandbox-worker.ts'

const worker = findProgram().sandboxWorker
const never = new AbortController().signal
const run = (code: string, signal = never) =>
  runInSandbox({ worker, code, signal, line: 3, file: 'try.md', args: { x: 1 }, now: new Date(0) })

/** What a try must come to: a value, or a failure of one of these codes. */
type End = { readonly value: unknown } | readonly SandboxFailure['code'][]

const TRIES: { readonly [name: string]: readonly [code: string, end: End] } = {
  'process is not there': ['return typeof process', { value: 'undefined' }],
  'require is not there': ['return typeof require', { value: 'undefined' }],
  'require cannot be called': ['return require("fs").readFileSync("/etc/passwd", "utf8")', ['thrown']],
  'import of a module of the host': ['return import("node:fs")', ['thrown']],
  'import of a file': ['return import("file:///etc/passwd")', ['thrown']],
  'import of data': ['return import("data:text/javascript,export default 1")', ['thrown']],
  'an import statement by eval': ['return eval("import fs from \\"fs\\"")', ['thrown']],
  'the Function constructor': [
    'return new Function("return typeof process + typeof globalThis.fetch")()',
    { value: 'undefinedundefined' },
  ],
  'the constructor of the arguments': [
    'return args.constructor.constructor("return typeof process")()',
    { value: 'undefined' },
  ],
  'the constructor of an error': [
    'try { null.x } catch (e) { return e.constructor.constructor("return typeof process")() }',
    { value: 'undefined' },
  ],
  'the async constructor': [
    'return (async () => {}).constructor("return typeof process")()',
    { value: 'undefined' },
  ],
  'no network, no timers, no threads': [
    'return [typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof setTimeout, typeof Worker].join()',
    { value: 'undefined,undefined,undefined,undefined,undefined' },
  ],
  'the modules of the interpreter': [
    'return [typeof std, typeof os, typeof scriptArgs, typeof print, typeof console].join()',
    { value: 'undefined,undefined,undefined,undefined,undefined' },
  ],
  'WebAssembly and shared memory of the host': [
    'return [typeof WebAssembly, typeof postMessage, typeof parentPort, typeof workerData].join()',
    { value: 'undefined,undefined,undefined,undefined' },
  ],
  'the caller’s own function': ['return typeof arguments.callee.caller', { value: 'undefined' }],
  'the wrapper closed early': ['}), (function () { return typeof process', { value: 'undefined' }],
  'prototype pollution that comes back': [
    'return JSON.parse(\'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}\')',
    { value: { constructor: { prototype: { polluted: 1 } } } },
  ],
  'prototype pollution inside': ['Object.prototype.polluted = 1; return {}', { value: {} }],
  'JSON put in another’s place': [
    'JSON.stringify = () => "[\\"forged\\"]"; JSON.parse = () => 1; return { real: true }',
    { value: { real: true } },
  ],
  'toJSON that returns what it likes': ['return { toJSON: () => ({ a: 1 }) }', { value: { a: 1 } }],
  'a getter that throws': ['return { get a() { throw new Error("no") } }', ['thrown']],
  'a getter that never ends': ['return { get a() { for (;;); } }', ['timeout']],
  'a proxy that invents keys': ['return new Proxy({}, { ownKeys: () => { for (;;); } })', ['timeout']],
  'an error whose message is a trap': [
    'const e = new Error("x"); Object.defineProperty(e, "message", { get() { for (;;); } }); throw e',
    ['timeout', 'thrown'],
  ],
  'a result with a circle': ['const a = {}; a.a = a; return a', ['thrown']],
  'a huge result': ['return "x".repeat(1_000_000)', ['too_large']],
  'a deep result': ['let a = []; for (let i = 0; i < 5000; i++) a = [a]; return a', ['too_large', 'thrown']],
  'no result': ['args.x + 1', ['no_value']],
  'a function as the result': ['return () => 1', ['no_value']],
  'an endless loop': ['for (;;);', ['timeout']],
  'a loop that catches its end': [
    'for (;;) { try { for (;;); } catch {} finally { continue } }',
    ['timeout'],
  ],
  'a loop within the interpreter': ['return [].indexOf.call({ length: 2 ** 50 }, 1)', ['timeout']],
  'endless recursion': ['const f = () => f() + 1; return f()', ['thrown', 'memory']],
  'a regular expression that explodes': ['return /^(a+)+$/.test("a".repeat(60) + "b")', ['timeout']],
  'a memory bomb in one piece': ['return "x".repeat(2 ** 29).length', ['memory', 'thrown']],
  'a memory bomb in pieces': [
    'const a = []; for (;;) a.push("x".repeat(1_000_000) + a.length)',
    ['memory', 'timeout'],
  ],
  'a memory bomb of the host’s kind': [
    'return new ArrayBuffer(2 ** 31 - 8).byteLength',
    ['memory', 'thrown'],
  ],
  'a promise that never ends': ['return new Promise(() => {})', ['never_ends']],
  'promises without end': ['const f = async () => { for (;;) await 0 }; return f()', ['timeout']],
  'a promise that rejects with a trap': [
    'return Promise.reject({ get message() { for (;;); } })',
    ['timeout', 'thrown'],
  ],
  'the name of a key of the host’s protocol': [
    'return { type: "failed", code: "timeout" }',
    { value: { type: 'failed', code: 'timeout' } },
  ],
}

test('the list has at least thirty tries', () => {
  assert.ok(Object.keys(TRIES).length >= 30)
})

for (const [name, [code, end]] of Object.entries(TRIES)) {
  test(`${name}: nothing gets out, and the program lives`, async () => {
    const began = performance.now()
    const outcome = await run(code)
    const took = performance.now() - began
    if ('value' in end) assert.deepEqual(outcome, { type: 'value', value: end.value })
    else {
      assert.equal(outcome.type, 'failed', JSON.stringify(outcome))
      assert.ok(outcome.type === 'failed' && end.includes(outcome.code), JSON.stringify(outcome))
    }
    // The thread may be slow to begin where the machine is busy; the call itself is not.
    assert.ok(took < SANDBOX_MS + 60_000, `it took ${took} ms`)
    assert.equal(({} as { polluted?: number }).polluted, undefined)
    assert.equal(Object.getPrototypeOf({}), Object.prototype)
  })
}

test('the same arguments give the same result: the clock stands still, and chance is the same each time', async () => {
  const code = 'return [new Date().toISOString(), Date.now(), Math.random(), Math.random()]'
  const first = await run(code)
  assert.deepEqual(first, await run(code))
  assert.ok(
    first.type === 'value' && Array.isArray(first.value) && first.value[0] === '1970-01-01T00:00:00.000Z',
  )
})

test('nothing of one call is there in the next', async () => {
  await run('globalThis.left = 1; Array.prototype.left = 1; return 1')
  assert.deepEqual(await run('return [typeof left, [].left === undefined]'), {
    type: 'value',
    value: ['undefined', true],
  })
})

test('a fault is told with the line of the file, also where it does not even compile', async () => {
  const thrown = await run('\nthrow new TypeError("not so")')
  assert.ok(thrown.type === 'failed' && thrown.line === 5 && thrown.message === 'TypeError: not so')
  const broken = await run('const a = ;')
  assert.ok(broken.type === 'failed' && broken.line === 4, JSON.stringify(broken))
})

test('stopping it rejects at once with the reason', async () => {
  const stop = new AbortController()
  const running = run('for (;;);', stop.signal)
  setTimeout(() => stop.abort(new Error('enough')), 50)
  await assert.rejects(running, /enough/)
})
