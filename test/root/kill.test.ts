// The short form of `test/benchmarks/kill.bench.ts`: every writer of the program, killed a few times.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { killAll } from '../helpers/kill/harness.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const MOMENTS = 22

test(`after each of ${MOMENTS} kills everything that was told of is there, whole and readable`, async (t) => {
  const folder = temporaryFolder('kill')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { killed, told, found } = await killAll({
    folder,
    moments: MOMENTS,
    seed: 7,
    mostMs: 200,
    sideBySide: 3,
  })
  assert.equal(killed, MOMENTS)
  t.diagnostic(`${told} lines told, ${found} things looked at`)
})
