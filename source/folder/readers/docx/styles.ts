// Which paragraphs of a document are headings: those whose style has a level in the outline, whatever it is called (ECMA-376 part 1, 17.3.1.20). Pure.
import type { XmlWalk } from '../package/xml-walk.ts'

/** Levels from 0; a level of 9 is body text. */
export type HeadingLevels = ReadonlyMap<string, number>

interface Style {
  basedOn?: string
  level?: number
}

/** The level of each paragraph style that has one, its own or that of the style that it is based on. */
export function headingLevels(text: string | undefined, walk: XmlWalk): HeadingLevels {
  const styles = new Map<string, Style>()
  let style: Style | undefined
  if (text !== undefined) {
    walk(text, {
      open({ local, attributes }) {
        const value = attributes['w:val']
        if (local === 'style') {
          style = {}
          styles.set(attributes['w:styleId'] ?? '', style)
        }
        if (style !== undefined && local === 'basedOn' && value !== undefined) style.basedOn = value
        if (style !== undefined && local === 'outlineLvl') style.level = Number(value)
      },
      close(local) {
        if (local === 'style') style = undefined
      },
    })
  }
  const levels = new Map<string, number>()
  for (const id of styles.keys()) {
    const level = levelOf(styles, id)
    if (level !== undefined && level < 9) levels.set(id, level)
  }
  return levels
}

function levelOf(styles: ReadonlyMap<string, Style>, id: string): number | undefined {
  const seen = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = styles.get(at)?.basedOn) {
    seen.add(at)
    const level = styles.get(at)?.level
    if (level !== undefined) return level
  }
  return undefined
}
