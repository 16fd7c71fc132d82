import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { splitOptimizeWords, writeOptimizeProgress } from '../../source/command-line/optimize-words.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

test('options of the optimizer are told apart from the program’s flags', () => {
  const split = (text: string) => {
    const { own, others } = splitOptimizeWords(text.split(' ').filter(Boolean))
    return [own.join(' '), others.join(' ')]
  }
  assert.deepEqual(split('--strategy index --home /tmp/x --dry-run'), [
    '--strategy index --dry-run',
    '--home /tmp/x',
  ])
  assert.deepEqual(split('--tool a b --model m --tool c'), ['--tool a b --tool c', '--model m'])
  assert.deepEqual(split('--budget=60 --home=/x'), ['--budget 60', '--home /x'])
  assert.deepEqual(split('--strategy --all'), ['--strategy --all', ''])
  assert.deepEqual(split('-m x --with'), ['--with', '-m x'])
  assert.deepEqual(split('nosuch'), ['', 'nosuch'])
  assert.deepEqual(split(''), ['', ''])
})

test('progress is a line for every tenth part where nobody looks at a terminal', () => {
  const said: string[] = []
  const listen = writeOptimizeProgress({ write: (text: string) => said.push(text) })
  for (let done = 0; done <= 40; done++)
    listen({ type: 'progress', what: 'optimize', done, total: 40, ...(done > 0 && { leftS: 40 - done }) })
  listen({ type: 'progress', what: 'load', done: 1, total: 2 })
  listen({ type: 'progress', what: 'optimize', done: 0, total: 40, text: 'shots' })
  assert.equal(said.length, 12)
  assert.deepEqual([said[0], said[1]], ['0 of 40 tools\n', '4 of 40 tools, about 36 s left\n'])
  assert.equal(said[11], 'shots: 0 of 40 tools\n', 'each strategy begins anew, so it is named')
})

test('a wrong option ends with the exit code of wrong usage, and with the sentence of the chat', () => {
  const home = mkdtempSync(join(tmpdir(), 'optimize-words-'))
  try {
    for (const [words, said] of [
      [
        ['--strategy', 'foo'],
        '`--strategy foo` is not known; it takes index, shots, rules, examples, calls or all.',
      ],
      [
        ['--strategy', 'shots', '--strategy', 'rules'],
        '`--strategy` was given more than once; give it once, or `--strategy all`.',
      ],
      [['--budget', '-3'], '`--budget -3` is not a number of seconds; give one above 0.'],
    ] as const) {
      const run = spawnSync(process.execPath, [CLI, 'optimize', ...words, '--home', home], {
        encoding: 'utf8',
        env: { ...process.env, ETHERVOX_MODELS: home },
      })
      assert.equal(run.status, 2, run.stderr)
      assert.ok(run.stderr.includes(said), run.stderr)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test('its help is of its own, and starts nothing', () => {
  for (const words of [['--help'], ['--strategy', 'shots', '-h']]) {
    const run = spawnSync(process.execPath, [CLI, 'optimize', ...words], { encoding: 'utf8' })
    assert.equal(run.status, 0, run.stderr)
    assert.match(run.stdout, /ethervox optimize \[options\][\s\S]*--strategy WHAT[\s\S]*--undo/)
  }
})
