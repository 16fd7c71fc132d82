import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/** A new folder with these files (path → content), gone after the test. Gives its real path. */
export function temporaryFolder(
  t: TestContext,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ethervox-tools-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
