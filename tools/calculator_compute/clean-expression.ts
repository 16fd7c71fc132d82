// Turns what people and small models write ("1,850 × 3 = ?", "√16", "15% of 240") into one expression; pure.
import { ToolFailure } from '../../source/contracts/tool.ts'
import { type CommaReading, readCommas } from './value-borders.ts'

/** Longer expressions are refused, in characters. */
export const MAX_LENGTH = 400
const MAX_DEPTH = 60

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\*\*/g, '^'],
  [/[×✕✖·∙⋅]/g, '*'],
  [/[÷∕]/g, '/'],
  [/[−–—]/g, '-'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/π/g, 'pi'],
  [/°/g, ' deg '],
  [/[$€£¥]/g, ' '],
  [/\s*=\s*\?*\s*$/, ''],
  [/[?;]\s*$/, ''],
  [/\bdegrees?\b/gi, 'deg'],
  [/(?<=\d) ?percent\b/gi, '%'],
  [/%\s*of\b/gi, '% *'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:multiplied by|times)\b/gi, '*'],
  [/\b(?:divided by|over)\b/gi, '/'],
  [/\bto the power of\b/gi, '^'],
  [/\bsquared\b/gi, '^2'],
  [/\bcubed\b/gi, '^3'],
  [/(?<=[\d)!%.])\s*x\s*(?=[\d(.√])|(?<=[\d)!%.])\s+x\s+/gi, ' * '],
  [/√\s*\(/g, 'sqrt('],
  [/(?:√|\bsqrt)\s*(\d[\d.,]*)/gi, 'sqrt($1)'],
  [/(?<=\d)[_'’\u202f\u00a0](?=\d{3})/g, ''],
  [/\s+/g, ' '],
  [/ ?\^ ?/g, '^'],
  [/(?<=\() | (?=\))/g, ''],
]

/** "0 x 10" is a product. */
const HEXADECIMAL = /(?<![\p{L}\p{N}.,)])0x[\da-f]+(?![\p{L}\p{N}.])/giu

const FOREIGN = /[[\]{}"'`:;=<>&|~\\@#_]/

/**
 * Gives the expression in plain signs (`+ - * / ^ % ! ( )`, names, numbers with a point). A comma between digits is
 * read as a thousands separator or a decimal comma, inside a function's brackets as the border of two values or in a number,
 * as value-borders.ts tells.
 * Throws `ToolFailure` with `bad_expression` or `too_large`.
 */
export function cleanExpression(source: string): string {
  if (source.length > MAX_LENGTH) {
    throw new ToolFailure(
      'too_large',
      `The expression has ${source.length} characters, more than ${MAX_LENGTH}; compute it in parts.`,
    )
  }
  let text = source.replace(HEXADECIMAL, (number) => BigInt(number).toString())
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement)
  text = joinThousands(text).trim()
  if (text === '') {
    throw new ToolFailure(
      'bad_expression',
      `\`${source.trim()}\` holds nothing to compute; give an expression like 17 * 23.`,
    )
  }
  if (FOREIGN.test(text)) {
    throw new ToolFailure(
      'bad_expression',
      `\`${source.trim()}\` is not an arithmetic expression; give one side only, without equations, lists, units or text.`,
    )
  }
  return readNumbers(text)
}

// The replacement above kept the spaces inside `1 000 000`; an adjacent pair of numbers means nothing else.
function joinThousands(text: string): string {
  return text.replace(/(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d,])/g, (number) => number.replaceAll(' ', ''))
}

function readNumbers(text: string): string {
  const token = /[\d.][\d.,]*(?:e[+-]?\d+)?/iy
  // Of each open bracket; undefined: it is no function's.
  const open: (CommaReading | undefined)[] = []
  let result = ''
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const before = text[at - 1] ?? ''
    const found = /[A-Za-z_]/.test(before) ? undefined : token.exec(text)?.[0]
    // "1,200, 900": the last comma is none of the number.
    const number = open.at(-1) === 'numbers' ? found?.replace(/,$/, '') : found
    if (number !== undefined && number !== '') {
      result += open.at(-1) === 'values' ? number : plainNumber(number)
      at += number.length
      continue
    }
    const character = text[at] ?? ''
    if (character === '(') {
      const name = /[A-Za-z_]\w*$/.exec(result)?.[0]
      open.push(name === undefined ? undefined : readCommas(name, text.slice(at + 1)))
    }
    if (character === ')') open.pop()
    if (open.length > MAX_DEPTH) {
      throw new ToolFailure(
        'too_large',
        `The expression has more than ${MAX_DEPTH} brackets in one another; compute it in parts.`,
      )
    }
    result += character
    at += 1
  }
  return result
}

function plainNumber(number: string): string {
  if (!number.includes(','))
    return /^\d{1,3}(\.\d{3}){2,}$/.test(number) ? number.replaceAll('.', '') : number
  const grouped =
    /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(number) || /^[1-9]\d?(,\d{2})+,\d{3}(\.\d+)?$/.test(number)
  if (grouped) return number.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(number)) return number.replaceAll('.', '').replace(',', '.')
  if (/^\d+,\d+$/.test(number)) return number.replace(',', '.')
  throw new ToolFailure(
    'bad_expression',
    `\`${number}\` is not one number; put a sign like + between numbers, and a point before decimals.`,
  )
}
