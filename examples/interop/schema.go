package main

import (
	"context"
	"fmt"

	"google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Schema holds the messages of services, learned by server reflection instead of from generated code.
type Schema struct {
	files *protoregistry.Files
}

// Learn asks for the files of services.
func Learn(c *Client, services ...string) (*Schema, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	stream, err := grpc_reflection_v1.NewServerReflectionClient(c.conn).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	set := new(descriptorpb.FileDescriptorSet)
	known := map[string]bool{}
	for _, service := range services {
		ask := &grpc_reflection_v1.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: service}
		if err := stream.Send(&grpc_reflection_v1.ServerReflectionRequest{MessageRequest: ask}); err != nil {
			return nil, err
		}
		answer, err := stream.Recv()
		if err != nil {
			return nil, err
		}
		for index, bytes := range answer.GetFileDescriptorResponse().GetFileDescriptorProto() {
			file := new(descriptorpb.FileDescriptorProto)
			if err := proto.Unmarshal(bytes, file); err != nil {
				return nil, err
			}
			// Load testers look for the service in the first file that they get.
			if index == 0 && !declares(file, service) {
				return nil, fmt.Errorf("the first file for %s is %s", service, file.GetName())
			}
			if !known[file.GetName()] {
				known[file.GetName()] = true
				set.File = append(set.File, file)
			}
		}
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		return nil, err
	}
	return &Schema{files: files}, nil
}

func declares(file *descriptorpb.FileDescriptorProto, service string) bool {
	for _, declared := range file.GetService() {
		if file.GetPackage()+"."+declared.GetName() == service {
			return true
		}
	}
	return false
}

// Message makes a message from JSON.
func (s *Schema) Message(name, json string) (*dynamicpb.Message, error) {
	found, err := s.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	message := dynamicpb.NewMessage(found.(protoreflect.MessageDescriptor))
	return message, protojson.Unmarshal([]byte(json), message)
}

// JSON writes a message, with the names of its .proto file.
func JSON(message proto.Message) string {
	bytes, _ := protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
	return string(bytes)
}
