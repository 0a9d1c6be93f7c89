import { z } from 'zod'
import type { GrantedKind } from '#runtime/outbound/connections/connection-kind.ts'
import { google } from '#runtime/outbound/connections/google.ts'
import { baseUrlSetting, type ProviderDescription } from '#runtime/outbound/description.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'

export const driveSettings = {
  googleDriveBaseUrl: baseUrlSetting(
    'GOOGLE_DRIVE_BASE_URL',
    'https://www.googleapis.com',
    'from which files in connected Google Drives are fetched',
  ),
} as const

/** How people connect their drive. */
export const googleDrive: GrantedKind = {
  name: 'google-drive',
  title: 'Google Drive',
  allows: 'search and read the files in your Google Drive, without changing anything',
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

/** The fields of a file that are requested. */
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

export const drivePage = z.object({ files: listOf(driveFile), nextPageToken: z.string().optional() })
