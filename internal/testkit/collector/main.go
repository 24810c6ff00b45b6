// Command collector is the receiver of the OpenTelemetry Collector with nothing behind
// it: it prints the spans that it is sent, a line of JSON for each batch.
//
// It is a module of its own, so that the program does not depend on the collector.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run receives at an address until ctx ends.
func run(ctx context.Context, address string) error {
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	err := confmap.NewFromStringMap(map[string]any{
		"protocols": map[string]any{"http": map[string]any{"endpoint": address}},
	}).Unmarshal(config)
	if err != nil {
		return err
	}
	printer, err := consumer.NewTraces(func(_ context.Context, t ptrace.Traces) error {
		line, err := (&ptrace.JSONMarshaler{}).MarshalTraces(t)
		if err == nil {
			fmt.Println(string(line))
		}
		return err
	})
	if err != nil {
		return err
	}
	settings := receiver.Settings{ID: component.NewID(factory.Type()), TelemetrySettings: componenttest.NewNopTelemetrySettings()}
	r, err := factory.CreateTraces(ctx, settings, config, printer)
	if err != nil {
		return err
	}
	if err := r.Start(ctx, componenttest.NewNopHost()); err != nil {
		return err
	}
	fmt.Println("ready")
	<-ctx.Done()
	return r.Shutdown(context.WithoutCancel(ctx))
}
