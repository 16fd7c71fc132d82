// What the program itself makes in a home. Nothing else in there is touched, and a folder without a mark of ours is no home at all.
import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Names of a home's own files and folders. */
export const HOME_PARTS: readonly string[] = [
  'analytics.sqlite',
  'archive',
  'cache',
  'commands',
  'composites',
  'input-history.jsonl',
  'installed.json',
  'mcp',
  'mcp-logins',
  'mcp.yaml',
  'memory.sqlite',
  'model-declined.json',
  'models',
  'personas',
  'plugins',
  'rings',
  'roles.yaml',
  'sessions',
  'settings.json',
  'skills',
  'startup-prompt.before.md',
  'startup-prompt.md',
  'states',
  'system.md',
  'tasks',
  'teaching',
  'tool-health.json',
  'tool-uses.json',
  'tools',
  'trials.json',
  'undo',
  'voice',
]

/** Whether a name directly in a home is one of ours, or lies beside one: its log, its lock, what was set aside as damaged. */
export function isHomePart(name: string): boolean {
  const plain = name.replace(/^\./, '')
  const isBeside = (part: string) =>
    part.includes('.') && plain.startsWith(part) && /^[.-]/.test(plain.slice(part.length))
  return HOME_PARTS.some((part) => name === part || isBeside(part))
}

/** Whether a folder is a home: one of the marks that the first start or the first conversation leaves lies in it. */
export function isHome(folder: string): boolean {
  return (
    isOf(folder, 'installed.json', (found) => found.isFile()) ||
    isOf(folder, 'settings.json', (found) => found.isFile()) ||
    isOf(folder, 'sessions', (found) => found.isDirectory())
  )
}

function isOf(folder: string, name: string, is: (found: Stats) => boolean): boolean {
  try {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return found !== undefined && is(found)
  } catch {
    return false
  }
}
