import type { OperationService } from '../framework/grpc/operation-service.ts'

/** The families that have a protobuf service. Their messages are loaded with the first call of the framework. */
export async function operationServices(): Promise<readonly OperationService[]> {
  const { Url } = await import('#generated/proto/url_pb.js')
  return [{ family: 'url', service: Url }]
}
