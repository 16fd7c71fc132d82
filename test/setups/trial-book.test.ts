import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Arm } from '../../source/contracts/trial.ts'
import { openTrials } from '../../source/setups/trial-book.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const WISH = {
  a: { kind: 'persona', name: 'tutor' },
  b: { kind: 'state', name: 'garden' },
  share: 0.5,
  started: '2026-03-12T10:24:30.000Z',
} as const

const first = { type: 'turn', status: 'success', isFirst: true } as const

test('no trial runs until one is started, and only one at a time', () => {
  const book = openTrials(join(temporaryFolder('trials'), 'trials.json'))
  assert.equal(book.next(), undefined)
  assert.match(book.stop('2026-03-13', undefined) ?? '', /^No trial runs/)
  assert.equal(book.start(WISH), undefined)
  assert.match(book.start(WISH) ?? '', /^A trial runs already/)
})

test('conversations are spread by the share, and the same trial spreads them the same way', () => {
  const run = (share: number) => {
    const book = openTrials(join(temporaryFolder('trials'), 'trials.json'))
    book.start({ ...WISH, share })
    return Array.from({ length: 80 }, (): Arm => {
      const arm = book.next() ?? 'a'
      assert.equal(book.next(), arm, 'looking does not change it')
      book.count(arm, first)
      return arm
    })
  }
  const arms = run(0.5)
  const ofB = arms.filter((arm) => arm === 'b').length
  assert.ok(ofB > 25 && ofB < 55, `${ofB} of 80`)
  assert.deepEqual(run(0.5), arms)
  assert.ok(run(0.1).filter((arm) => arm === 'b').length < 20)
})

test('turns and verdicts are counted by arm; an ended trial leaves its counts in the file', () => {
  const path = join(temporaryFolder('trials'), 'trials.json')
  const book = openTrials(path)
  book.start(WISH)
  book.count('a', first)
  book.count('a', { type: 'turn', status: 'error', isFirst: false })
  book.count('a', { type: 'verdict', verdict: 'bad' })
  book.count('b', { type: 'verdict', verdict: 'corrected' })
  const { counts, assigned } = openTrials(path).read() ?? {}
  assert.equal(assigned, 1)
  assert.deepEqual(counts?.a, {
    conversations: 1,
    turns: 2,
    successes: 1,
    good: 0,
    bad: 1,
    corrections: 0,
  })
  assert.equal(counts?.b.corrections, 1)
  assert.equal(book.stop('2026-03-13', 'a'), undefined)
  assert.equal(book.read(), undefined)
  assert.equal(book.start({ ...WISH, started: '2026-03-14' }), undefined)
  assert.equal(book.read()?.counts.a.turns, 0)
})

test('a file that is damaged, or of another program, is never written over', () => {
  const path = join(temporaryFolder('trials'), 'trials.json')
  for (const text of ['{"running": null, "ended": [', '{"running":{"arms":3},"ended":[]}', 'notes']) {
    writeFileSync(path, text)
    const book = openTrials(path)
    assert.equal(book.next(), undefined)
    book.count('a', first)
    assert.match(book.start(WISH) ?? 'started', /cannot be read; mend that file, or move it away/)
    assert.match(book.stop('2026-03-13', undefined) ?? 'stopped', /cannot be read/)
    assert.equal(readFileSync(path, 'utf8'), text)
  }
})

test('counts of two programs are both kept', async () => {
  const path = join(temporaryFolder('trials'), 'trials.json')
  openTrials(path).start(WISH)
  const module = new URL('../../source/setups/trial-book.ts', import.meta.url).href
  const counting = `import { openTrials } from '${module}'
    const book = openTrials(process.argv[1])
    for (let at = 0; at < 40; at++) book.count('a', { type: 'turn', status: 'success', isFirst: false })`
  const run = promisify(execFile)
  const program = ['--input-type=module-typescript', '-e', counting, path]
  await Promise.all([1, 2].map(() => run(process.execPath, program)))
  assert.equal(openTrials(path).read()?.counts.a.turns, 80)
})

test('a verdict that is changed counts once', () => {
  const book = openTrials(join(temporaryFolder('trials'), 'trials.json'))
  book.start(WISH)
  book.count('a', { type: 'verdict', verdict: 'good' })
  book.count('a', { type: 'verdict', verdict: 'bad', instead: 'good' })
  const { good, bad } = book.read()?.counts.a ?? {}
  assert.deepEqual([good, bad], [0, 1])
})
