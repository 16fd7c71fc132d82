import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** `tim` is the workspace; what lies beside it is not to be seen or touched. */
export function neighbourhood(t: TestContext) {
  const top = temporaryFolder(t, {
    'tim/notes.txt': 'mine',
    'tim/docs/guide.md': 'guide',
    'timothy/private.txt': 'his',
    'music/list.txt': 'songs',
    'musical/cats.txt': 'cats',
    'secret.txt': 'secret',
    'home/.ssh/key': 'key',
  })
  const workspace = join(top, 'tim')
  const links: Readonly<Record<string, string>> = {
    'to-secret': join(top, 'secret.txt'),
    up: '..',
    chain: 'up',
    'longer-chain': 'chain',
    'docs/brother': join(top, 'timothy'),
    'docs/back/up': '../../..',
    dangling: join(top, 'not-there.txt'),
    'dangling-folder': join(top, 'not-there'),
    'dangling-chain': 'dangling',
    'to-root': '/',
    'to-proc': '/proc/self/root',
    'to-home': join(top, 'home'),
  }
  mkdirSync(join(workspace, 'docs/back'))
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace, name))
  return { top, workspace, home: join(top, 'home') }
}

/** Everything outside the workspace, path and content. */
export function outsideOf(top: string): string {
  const files = readdirSync(top)
    .filter((name) => name !== 'tim')
    .flatMap((name) =>
      statSync(join(top, name)).isFile()
        ? [join(top, name)]
        : readdirSync(join(top, name), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort()
  return files.map((file) => `${file}: ${readFileSync(file, 'utf8')}`).join('\n')
}

/** Code of the failure, or that there was none. */
export async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return 'let through'
  } catch (error) {
    assert.ok(error instanceof ToolFailure, String(error))
    assert.doesNotMatch(error.message, /\0/)
    return error.code
  }
}
