// What a start finds of a home before anything is read of it: whether it can be used, and its tools, installed where that is right.
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isManifestProblem, type Manifest } from '../contracts/manifest.ts'
import { asClause } from '../lib/as-clause.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { readManifestFile } from '../manifest/file.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { installManifest } from '../startup/install.ts'
import { sweepTemporary } from '../startup/sweep.ts'

/** Why the home can be neither read nor made, as a clause. */
export function findHomeProblem(home: HomePaths): string | undefined {
  try {
    if (existsSync(home.home) && !statSync(home.home).isDirectory())
      return `the home \`${home.home}\` is a file, not a folder; move it away, or start with another \`--home\``
    mkdirSync(home.home, { recursive: true, mode: 0o700 })
    return undefined
  } catch (error) {
    return `the home \`${home.home}\` can be neither read nor made (${error instanceof Error ? error.message : String(error)})`
  }
}

/** The tools of the home; those of the program where none can be installed. */
export function tryInstall(
  program: ProgramPaths,
  home: HomePaths,
): { manifest: Manifest; notice: string | undefined } | { problem: string } {
  sweepTemporary([home.home, home.tools, home.rings, home.sessions])
  try {
    const { manifest, notice } = installManifest(
      { ...home, shippedManifest: program.shippedManifest },
      program.version,
    )
    // The reader's advice is to compile; here the repair is named by the ladder.
    return isManifestProblem(manifest)
      ? { problem: asClause(manifest.message.replace(/; compile [^;]*$/, '')) }
      : { manifest, notice }
  } catch (error) {
    // Those of the program itself need no home.
    const own = readManifestFile(program.shippedManifest)
    const what = `the tools cannot be installed in \`${home.tools}\` (${diskReason(error)})`
    if (isManifestProblem(own)) return { problem: what }
    return { manifest: own, notice: `${what.replace('the', 'The')}; the program's own are used.` }
  }
}

/** Why nothing can be written into the home, as a clause. */
export function findWriteProblem(home: HomePaths): string | undefined {
  const probe = join(home.home, `.probe.${process.pid.toString(16).padStart(12, '0')}.tmp`)
  try {
    writeFileSync(probe, 'x'.repeat(4096))
    return undefined
  } catch (error) {
    return `the home \`${home.home}\` cannot be written (${diskReason(error)})`
  } finally {
    rmSync(probe, { force: true })
  }
}
