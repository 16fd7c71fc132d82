import { COUNT_SOURCE } from '../../source/toolkit/spoken-number.ts'

const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b`
const YEAR = String.raw`(?:,? (?:(?:19|20)\d{2}\b|(?:this|next|last) year\b))?`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?\.?`
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const COUNT = String.raw`(?:\d{1,3}|an?|${COUNT_SOURCE})`
const HOLIDAYS = [
  '(?:christmas|xmas)(?: eve| day)?',
  "new year(?:['’]?s)?(?: eve| day)?",
  'easter(?: sunday| monday)?|good friday|ash wednesday|whit(?:sun| sunday| monday)|pentecost',
  'ascension(?: day)?|corpus christi',
  "hallowe['’]?en|thanksgiving|epiphany|valentine['’]?s(?: day)?|labou?r day|memorial day",
].join('|')
/** The more words before the fewer. */
const DATES = [
  String.raw`\d{4}-\d{1,2}-\d{1,2}(?!\d)`,
  String.raw`\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?(?!\d)|\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?(?![\d/])`,
  String.raw`(?:${WEEKDAY},? (?:the )?)?(?:${DAY} (?:of )?${MONTH}|${MONTH}\.? (?:the )?${DAY}(?!\d|[:%]))${YEAR}`,
  String.raw`(?:${HOLIDAYS})(?!['’]?\p{L})${YEAR}`,
  String.raw`(?:the )?day (?:after tomorrow|before yesterday)\b`,
  String.raw`(?:tom+or+ow|yesterday|tmrw)\b`,
  String.raw`(?:${WEEKDAY} (?:of )?)?(?:next|last|(?:the )?following|(?:the )?coming) week\b|(?:the )?week (?:after next|before last)\b`,
  String.raw`(?:next|last|this|coming) ${WEEKDAY}\b`,
  String.raw`in ${COUNT} (?:days?|weeks?|months?)\b|${COUNT} (?:days?|weeks?|months?) (?:from now|from today|ago)\b`,
  String.raw`(?<=\b(?:on|is|for|of|with) )(?:${WEEKDAY}\b|the \d{1,2}(?:st|nd|rd|th)\b(?! (?:of|week|calendar|iso|kw|cw|one)\b))`,
].join('|')
const START = String.raw`(?<![\p{L}\d./-])`
const NOW = String.raw`\b(?:now|today['’]?s?|current(?:ly)?|at (?:the moment|present)|presently|this week)\b`
/** "We deliver on 3 July, so which week are we in" asks for the week of now. */
const OURS = String.raw`[,;.!] *(?:and |so |but )*(?:which|what|wich)\b[^.?!]*\b(?:are we|do we have|have we|we are|we have)\b`

/** Expression with a group for the day of a message that asks for its week. */
export const DATE = `${START}(${DATES})`

/** Expression for messages that ask for the week of another day than today. */
export const DATE_CUE = String.raw`^(?![\s\S]*(?:${NOW}|${OURS}))[\s\S]*${START}(?:${DATES})`
