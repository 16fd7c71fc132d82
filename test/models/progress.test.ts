import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatProgress, type PullProgress, RateMeter } from '../../source/models/progress.ts'
import { progressPrinter } from '../../source/models/progress-printer.ts'

const progress: PullProgress = {
  id: 'qwen2.5-coder-0.5b',
  source: 'hf:x',
  phase: 'fetch',
  doneBytes: 212e6,
  totalBytes: 491e6,
  bytesPerSecond: 8.1e6,
  secondsLeft: 34.4,
}

test('the line has name, bytes, share, rate and time left', () => {
  assert.equal(formatProgress(progress, 80), 'qwen2.5-coder-0.5b  212 / 491 MB  43 %  8.1 MB/s  35 s left')
})

for (const [columns, line] of [
  [58, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %  8.1 MB/s'],
  [47, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %'],
  [30, 'qwen2.5-coder-0.5b  43 %'],
  [10, 'qwen2.5-co'],
  [0, ''],
] as const) {
  test(`in ${columns} columns it is \`${line}\``, () => assert.equal(formatProgress(progress, columns), line))
}

for (const [what, over, line] of [
  ['an unknown total', { totalBytes: 0, secondsLeft: undefined }, 'qwen2.5-coder-0.5b  212 MB  8.1 MB/s'],
  ['no rate yet', { bytesPerSecond: 0, secondsLeft: undefined }, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %'],
  ['the check of the sum', { phase: 'check' }, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %  checking the sum'],
  ['minutes', { secondsLeft: 125 }, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %  8.1 MB/s  2 min 05 s left'],
  ['hours', { secondsLeft: 3660 }, 'qwen2.5-coder-0.5b  212 / 491 MB  43 %  8.1 MB/s  1 h 01 min left'],
  ['gigabytes', { totalBytes: 1117e6 }, 'qwen2.5-coder-0.5b  0.21 / 1.12 GB  18 %  8.1 MB/s  35 s left'],
  [
    'more than announced',
    { doneBytes: 500e6 },
    'qwen2.5-coder-0.5b  491 / 491 MB  100 %  8.1 MB/s  35 s left',
  ],
] as const) {
  test(`${what} is shown`, () => assert.equal(formatProgress({ ...progress, ...over }, 100), line))
}

test('bytes keep about three digits', () => {
  const sizes = [0, 999, 5000, 98_362_432, 491_400_064, 1_117_320_768]
  assert.deepEqual(sizes.map(formatBytes), ['0 B', '999 B', '5.0 kB', '98 MB', '491 MB', '1.12 GB'])
})

test('the rate is that of the last five seconds, and what was there at the start does not count', () => {
  let now = 0
  const meter = new RateMeter(() => now)
  const at = (ms: number, bytes: number) => {
    now = ms
    return meter.measure(bytes)
  }
  assert.equal(at(0, 1_000_000), 0)
  assert.equal(at(400, 1_100_000), 0)
  assert.equal(at(1000, 1_500_000), 500_000)
  for (let ms = 2000; ms <= 20_000; ms += 1000) at(ms, 1_500_000)
  assert.equal(at(21_000, 1_500_000), 0)
})

test('outside a terminal there is a line for each tenth, in one a line that moves', () => {
  const written: string[] = []
  const plain = progressPrinter({ write: (text) => written.push(text) })
  for (const doneBytes of [0, 10e6, 50e6, 51e6, 491e6]) plain.show({ ...progress, doneBytes })
  plain.end()
  assert.equal(written.length, 3)
  assert.ok(written.every((text) => text.endsWith('\n')))
  const moving: string[] = []
  const terminal = progressPrinter({ write: (text) => moving.push(text), isTTY: true, columns: 40 })
  terminal.show(progress)
  terminal.note('passed over')
  terminal.end()
  assert.deepEqual(moving, ['\rqwen2.5-coder-0.5b  212 / 491 MB  43 %\x1b[K', '\n', 'passed over\n'])
})
