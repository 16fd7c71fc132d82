/**
 * Kills processes with SIGKILL while they write conversations, memories, files, manifests, states, exports, settings, timers, the startup
 * prompt, plugins and optimized prompts, and reads everything back after each; run by hand: `node test/benchmarks/kill.bench.ts [--all] [--seed N]`.
 * Aim: with `--all`, 200 moments and nothing told of that is lost, no file that cannot be read. Without it 45 moments.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { killAll } from '../helpers/kill/harness.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? 7)
const folder = temporaryFolder('kill')
try {
  const { killed, told, found } = await killAll({
    folder,
    moments: values.all ? 200 : 45,
    seed,
    mostMs: 600,
    sideBySide: 3,
    onWriter: (name, moments, things) =>
      console.log(`${name.padEnd(16)} ${String(moments).padStart(3)} kills  ${things} things whole`),
  })
  console.log(`seed ${seed}: ${killed} kills, ${told} lines told, ${found} things looked at, nothing lost`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
