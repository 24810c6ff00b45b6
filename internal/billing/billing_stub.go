package billing

type Feature string

const (
	FeatureProperties Feature = "properties"
	FeaturePhotos     Feature = "photos"
)

func (p Plan) Allows(Feature, int) error { return nil }
