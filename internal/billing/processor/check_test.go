package processor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

func TestCheckMethod(t *testing.T) {
	t.Parallel()
	for _, fine := range []string{"pm_card_visa", "pm_1MqLiJLkdIwHu7ixUOCTUrvU", "card_1MqLiJLkdIwHu7ix", "src_1", "pm_12345678901", "pm_1_2_3_4_5_6_7_8_9_0_1_2_3"} {
		require.NoError(t, processor.CheckMethod(fine), fine)
	}
	for value, number := range map[string]bool{
		"4000000000000": true, "4242 4242 4242 4242": true, "4242/4242/4242/4242": true, "pm 4242-4242-4242-4242": true,
		"": false, "1234": false, "12345678901": false, "cus_1": false, "pm_": false, "pm_ä": false, "pm_a b": false, "PM_card_visa": false,
		"pm_" + strings.Repeat("x", 111): false,
	} {
		err := processor.CheckMethod(value)
		require.ErrorIs(t, err, apperr.ErrValidation, value)
		require.Equal(t, number, strings.Contains(apperr.Of(err).Fields[0].Message, "never a card number"), value)
		if len(value) > 4 {
			require.NotContains(t, apperr.Of(err).Fields[0].Message, value)
		}
	}
}

func TestDeclineOf(t *testing.T) {
	t.Parallel()
	for want, codes := range map[string][]string{
		"insufficient_funds":      {"insufficient_funds", "card_declined"},
		"expired_card":            {"", "expired_card"},
		"authentication_required": {"authentication_required", "authentication_required"},
		"card_declined":           {"stolen_card", "card_declined"},
	} {
		d := processor.DeclineOf(codes...)
		require.Equal(t, want, d.Code)
		require.NotEmpty(t, d.Message)
	}
	for _, codes := range [][]string{nil, {"fraudulent"}, {"a code of tomorrow", "another"}} {
		require.Equal(t, processor.DeclineOf(processor.DeclineCode), processor.DeclineOf(codes...))
	}
	err := processor.DeclineOf("expired_card").Err()
	require.Equal(t, apperr.PaymentRequired, apperr.Of(err).Kind)
	require.NotErrorIs(t, err, processor.DeclineOf("card_declined").Err())
}
