import { z } from 'zod'
import { parseUrl } from '../base/parse-url.ts'
import { optional, setting, type Values } from '../base/setting.ts'

const onlyWithS3 = 'Nothing, unless S3_ENDPOINT is set. In that case, the server does not start without this setting.'

/** Where bytes are stored. */
export const blobSettings = {
  s3Endpoint: optional({
    name: 'S3_ENDPOINT',
    rule: 'an http or https address without a path',
    fallbackText: 'a folder in DATA_DIR',
    meaning: 'The address of an S3-compatible store for file contents, used instead of the folder in DATA_DIR.',
    without: 'File contents are stored in DATA_DIR. Server processes on several machines must share this directory.',
    example: 'https://s3.eu-central-1.amazonaws.com',
    schema: () =>
      z
        .string()
        .refine((text) => {
          const url = parseUrl(text)
          return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
        })
        .transform((text) => new URL(text).origin),
  }),
  s3Bucket: optional({
    name: 'S3_BUCKET',
    rule: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
    meaning: 'The bucket in the S3-compatible store. It must already exist.',
    without: onlyWithS3,
    example: 'onedoor-files',
    schema: () => z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  }),
  s3Region: setting({
    name: 'S3_REGION',
    rule: 'the name of a region: lower-case letters, digits and dashes',
    fallback: 'us-east-1',
    meaning: 'The region of the bucket. The server needs it to sign each request.',
    without: 'Nothing.',
    example: 'eu-central-1',
    schema: () => z.string().regex(/^[a-z0-9-]{1,40}$/),
  }),
  s3AccessKeyId: optional({
    name: 'AWS_ACCESS_KEY_ID',
    rule: 'an access key id: 1 to 200 characters, with no spaces',
    meaning: 'The access key id for the S3-compatible store.',
    without: onlyWithS3,
    example: 'AKIAIOSFODNN7EXAMPLE',
    schema: () => z.string().regex(/^[\x21-\x7e]{1,200}$/),
  }),
  s3SecretAccessKey: optional({
    name: 'AWS_SECRET_ACCESS_KEY',
    rule: 'a secret access key: 1 to 200 characters, with no spaces',
    meaning: 'The secret access key that belongs to AWS_ACCESS_KEY_ID.',
    without: onlyWithS3,
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    secret: true,
    schema: () => z.string().regex(/^[\x21-\x7e]{1,200}$/),
  }),
} as const

/** The names of settings that the S3-compatible store needs and that are not set. */
export function missingS3Settings(config: Values<typeof blobSettings>): string[] {
  const { s3Endpoint, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config
  if (s3Endpoint === undefined) return []
  const needed = { S3_BUCKET: s3Bucket, AWS_ACCESS_KEY_ID: s3AccessKeyId, AWS_SECRET_ACCESS_KEY: s3SecretAccessKey }
  return Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
}
