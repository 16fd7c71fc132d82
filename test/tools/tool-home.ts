import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ToolContext } from '../../source/contracts/tool.ts'
import { openFileHistory, UNDO_BUDGET_BYTES } from '../../source/home/lent/file-history.ts'
import { keptSettings } from '../../source/home/lent/kept-settings.ts'
import { namedFolders } from '../../source/home/lent/named-folders.ts'
import { openStartupPrompt } from '../../source/home/lent/startup-prompt.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { someContext } from './tool-context.ts'

/** A workspace with these files, beside a home of the program and a home of a person, with real services over them. */
export function openToolHome(
  t: TestContext,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  budgetBytes = UNDO_BUDGET_BYTES,
) {
  const top = temporaryFolder(t, {
    'tim/.keep': '',
    'data/.keep': '',
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`work/${path}`, content])),
    'work/.keep': '',
  })
  const home = join(top, 'data')
  const person = join(top, 'tim')
  const workspace = join(top, 'work')
  const settings = keptSettings(join(home, 'settings.json'))
  const fileHistory = openFileHistory({ folder: join(home, 'undo'), home, budgetBytes })
  const folders = namedFolders({ settings, programHome: home, home: person, env: {} })
  const startupPrompt = openStartupPrompt(join(home, 'startup-prompt.md'))
  const safeMode = {
    get isOn() {
      return settings.values.safeMode
    },
    turnOn: () => settings.set('safeMode', true),
  }
  const services = { fileHistory, folders, startupPrompt, safeMode }
  const context: ToolContext = { ...someContext, workspace, services }
  return { top, home, person, workspace, settings, fileHistory, folders, startupPrompt, context }
}
