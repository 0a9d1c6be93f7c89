import { z } from 'zod'
import { google } from '#runtime/outbound/connections/google.ts'
import type { GrantedKind } from '#runtime/outbound/connections/kind.ts'
import { baseUrlSetting, type ProviderDescription } from '#runtime/outbound/description.ts'

export const driveSettings = {
  googleDriveBaseUrl: baseUrlSetting(
    'GOOGLE_DRIVE_BASE_URL',
    'https://www.googleapis.com',
    'files in connected drives at Google are',
  ),
} as const

/** The connection that people make for their drive. */
export const googleDrive: GrantedKind = {
  name: 'google-drive',
  title: 'Google Drive',
  allows: 'search and read the files of your Google Drive, and change nothing',
  authority: google,
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
}

export const driveProvider: ProviderDescription = {
  name: 'drive',
  source: 'Google Drive',
  baseUrl: driveSettings.googleDriveBaseUrl,
  isCallersAccess: true,
  maxRunning: 16,
  examples: async () => (await import('./google-drive-examples.ts')).driveExamples,
}

/** The fields of a file that are asked for. */
export const fileFields = 'id,name,mimeType,size,modifiedTime,webViewLink'

/** A file as Google describes it. */
export const driveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.string().regex(/^\d+$/).optional(),
  modifiedTime: z.string().optional(),
  webViewLink: z.string().optional(),
})

export type GoogleFile = z.infer<typeof driveFile>

export const drivePage = z.object({ files: z.array(driveFile), nextPageToken: z.string().optional() })

const folder = 'application/vnd.google-apps.folder'

/**
 * The search for words in names and contents, in the language of Drive's `q`. Blanks around them do not count.
 *
 * @param words as a person typed them; empty for all files
 */
export function searchOf(words: string): string {
  const trimmed = words.trim()
  const all = `trashed = false and mimeType != '${folder}'`
  if (trimmed === '') return all
  const literal = literalOf(trimmed)
  return `${all} and (name contains ${literal} or fullText contains ${literal})`
}

/** A text as a literal of `q`, in which backslash and apostrophe are escaped and nothing else has a meaning. */
function literalOf(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
