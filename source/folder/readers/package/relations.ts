// Which parts of an Office package speak of which others (ECMA-376 part 2, 6.5). Pure.
import { partText } from './xml-part.ts'
import type { XmlWalk } from './xml-walk.ts'
import type { ZipFile } from './zip-file.ts'

/** Another part that a part speaks of. */
export interface Relation {
  readonly id: string
  /** The last word of its type: `worksheet`. */
  readonly type: string
  /** Name of the part. */
  readonly target: string
}

/** What a part speaks of; empty name: the package itself. */
export function relationsOf(zip: ZipFile, walk: XmlWalk, part: string): readonly Relation[] {
  const text = partText(zip, relationsPart(part))
  const found: Relation[] = []
  if (text === undefined) return found
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  walk(text, {
    open({ local, attributes: { Id, Type = '', Target, TargetMode } }) {
      if (local !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External')
        return
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      found.push({ id: Id, type, target: Target.startsWith('/') ? Target.slice(1) : joined(folder + Target) })
    },
  })
  return found
}

/** The part with the relations of a part. */
export function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

function joined(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
