/** Decodes a picture that a caller has sent, and encodes it again without metadata. */
export interface ReadingJob {
  readonly kind: 'read'
  readonly bytes: Uint8Array
  /** A picture with more pixels is not decoded. */
  readonly maxPixels: number
  /** A picture with more pixels is scaled down to this many. */
  readonly storedPixels: number
}

/** Draws a picture that this server has composed. */
export interface DrawingJob {
  readonly kind: 'draw'
  readonly svg: string
}

export type RasterJob = ReadingJob | DrawingJob

/** A picture as it is stored, with its copies; a copy that would not be smaller is absent. */
export interface Raster {
  readonly type: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
  readonly full: Uint8Array
  /** WebP, at most 1024 pixels on each side. */
  readonly medium: Uint8Array | undefined
  /** WebP, at most 320 pixels on each side. */
  readonly thumbnail: Uint8Array | undefined
}

/** What is wrong with a picture: not one of the formats that are read, too large, or damaged. */
export type RasterFault =
  | { readonly fault: 'format' | 'damaged' }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number; readonly maxPixels: number }

export type RasterReply = Raster | RasterFault
