import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EvalCase } from '../../source/evaluation/cases.ts'
import { readOptions } from '../../source/evaluation/options.ts'

const one = (tool: string | null, tags: string[] = [], difficulty = 'easy'): EvalCase => ({
  id: 'a',
  turns: [{ input: 'x', tool, arguments: {}, gold: [], fails: false }],
  tags,
  difficulty,
})

test('without filters every case counts', () => {
  const { pick, part, quick, cases } = readOptions([])
  assert.ok(pick(one('get_time')) && pick(one(null)))
  assert.deepEqual([part, quick, cases], [undefined, Number.POSITIVE_INFINITY, []])
})

test('tools, tags and difficulty each must fit', () => {
  const { pick } = readOptions(['--tools', 'get_time, none', '--tags', 'typo,terse', '--difficulty', 'hard'])
  assert.ok(pick(one('get_time', ['typo'], 'hard')))
  assert.ok(pick(one(null, ['terse'], 'hard')))
  assert.ok(!pick(one('get_date', ['typo'], 'hard')))
  assert.ok(!pick(one('get_time', ['story'], 'hard')))
  assert.ok(!pick(one('get_time', ['typo'], 'easy')))
})

for (const [args, sentence] of [
  [
    ['--cases', 'mine', '--cases', 'c.jsonl'],
    /`--cases mine` stands alone, .* measure `c\.jsonl` in a run of its own\.$/,
  ],
  [['--part', 'all of it'], /`--part all of it` is not known/],
  [['--quick', '0'], /`--quick 0` is not a number of cases/],
  [['--sample', 'x'], /`--sample x` is not a number of cases/],
  [['--max-tokens', '1.5'], /`--max-tokens 1.5` is not a whole number/],
  [['--fail-below', '101'], /`--fail-below 101` is not a score/],
  [['--fail-below', ''], /`--fail-below ` is not a score/],
  [['--answers', 'modle'], /`--answers modle` is not known/],
  [['--quick', '0.5'], /`--quick 0.5` is not a number of cases/],
  [['--difficulty', 'brutal'], /`--difficulty brutal` is not known/],
  [['--act'], /name a small folder with .--workspace DIR/],
  [['--nonsense'], /`ethervox eval --help` lists the options/],
] as const)
  test(`refused: ${args.join(' ')}`, () => assert.throws(() => readOptions(args), sentence))
