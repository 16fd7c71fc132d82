// Every input that ever found something, every seed, and a few fresh inputs: nothing is thrown. A file of the corpus is the test of what was mended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCorpus } from './corpus.ts'
import { catchLate, execute } from './execute.ts'
import { nextInput } from './generate.ts'
import { Random } from './random.ts'
import { fileOfTarget, TARGETS, type TargetModule } from './target.ts'

/** Inputs beside the seeds, the same each time; hours are for `run.ts`. */
const FRESH = 40
const SEED = 20_261_122

for (const name of TARGETS)
  test(`${name}: the corpus, the seeds and ${FRESH} fresh inputs are well`, async (context) => {
    const { open } = (await import(fileOfTarget(name))) as TargetModule
    const target = await open()
    const late = catchLate()
    context.after(() => {
      late.stop()
      target.close?.()
    })
    const check = async (input: Buffer, what: string) => {
      const found = await execute(target, input, late)
      assert.equal(
        found,
        undefined,
        `${what}: ${found?.what}\n${JSON.stringify(input.toString('latin1').slice(0, 300))}`,
      )
    }
    for (const { name: file, input } of readCorpus(name)) await check(input, file)
    for (const [at, seed] of target.seeds.entries()) await check(seed, `seed ${at}`)
    const random = new Random(SEED)
    for (let at = 0; at < FRESH; at++)
      await check(nextInput(target, target.seeds, random), `fresh input ${at}`)
  })
