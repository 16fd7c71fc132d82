/** Words that agree, and say no more. */
export const AGREEING: ReadonlySet<string> = new Set('yes yeah yep indeed absolutely sure right'.split(' '))

/** Words that say nothing of what a sentence is about; `not` and `no` are none of them. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  'i im me my mine you your yours we us our he him his she her they them their it its a an the is are am was were be been do does did to of in on at for with and or but so would could should can will shall may might must s m re ll ve d'.split(
    ' ',
  ),
)
