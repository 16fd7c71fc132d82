// Numbers as people write them, `1,300`, `1.200,50`, `-18`, and a new one written as the old one stands there. Pure.

type Mark = ',' | '.'

interface Figures {
  readonly sign: '' | '-'
  /** Without what parts thousands; leading zeros stay: a code has them. */
  readonly whole: string
  readonly decimals: string
  /** Before the decimals. */
  readonly mark?: Mark | undefined
  /** Between thousands. */
  readonly group?: Mark | undefined
}

/** `1.300` and `1,300` say it both ways. */
const OPEN = /^\d{1,3}([.,])\d{3}$/
/** No price and no weight is said with so many. */
const THOUSANDTHS = 3

/** What a number is worth. */
export function numberOf(text: string): number {
  const { sign, whole, decimals } = figuresOf(text)
  return Number(`${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`)
}

/** `said` in the form of `there`: its decimal mark and places, its thousands. */
export function numberLike(said: string, there: string): string {
  const plain = there.replace(/[^\d.,]/g, '')
  const isOpen = OPEN.test(plain)
  // `1.200` does not tell whether it has decimals; only what looks alike is written so.
  if (isOpen && OPEN.exec(said)?.[1] === OPEN.exec(plain)?.[1]) return said
  const like = isOpen ? undefined : figuresOf(there)
  const { sign, whole, decimals, mark } = figuresOf(said, like)
  const group = like?.group
  const shown = group === undefined ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  const places = decimals.padEnd(like?.decimals.length ?? 0, '0')
  return `${sign}${shown}${places === '' ? '' : `${like?.mark ?? mark ?? '.'}${places}`}`
}

/** `like`: where it is to stand tells what an open form means. */
function figuresOf(text: string, like?: Figures): Figures {
  const sign = /^(?:[-−]|minus)/iu.test(text.trim()) ? '-' : ''
  const digits = text.replace(/[^\d.,]/g, '')
  const mark = markOf(digits, like)
  const [whole = '', decimals = ''] = mark === undefined ? [digits] : digits.split(mark)
  const group = /[.,]/.exec(whole)?.[0]
  return {
    sign,
    whole: whole.replace(/[.,]/g, ''),
    decimals,
    mark,
    group: group === ',' || group === '.' ? group : undefined,
  }
}

/** The decimal mark; undefined: it has none. */
function markOf(digits: string, like?: Figures): Mark | undefined {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma < 0 && point < 0) return undefined
  const last: Mark = comma > point ? ',' : '.'
  if (comma >= 0 && point >= 0) return last
  if (digits.indexOf(last) !== digits.lastIndexOf(last)) return undefined
  if (!OPEN.test(digits)) return last
  if (like?.mark === undefined) return last === like?.group || last === ',' ? undefined : last
  return like.mark === last && like.decimals.length === THOUSANDTHS ? last : undefined
}
