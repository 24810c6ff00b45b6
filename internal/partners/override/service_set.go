package override

import (
	"context"
)

// Sets returns the approved overrides of an operator by property. Properties
// without any are missing.
func (s *Service) Sets(ctx context.Context, operator int64, properties []int64) (map[int64]Set, error) {
	sets := map[int64]Set{}
	overrides, err := s.store.ApprovedOverrides(ctx, operator, properties)
	if err != nil || len(overrides) == 0 {
		return sets, err
	}
	files, err := s.files(ctx, overrides)
	if err != nil {
		return nil, err
	}
	logo, err := s.logoOf(ctx, operator)
	if err != nil {
		return nil, err
	}
	for _, ov := range overrides {
		set := sets[ov.PropertyID]
		if err := set.add(ov, files, logo); err != nil {
			return nil, err
		}
		sets[ov.PropertyID] = set
	}
	return sets, nil
}

// files returns the files of the own photos among overrides of one operator.
func (s *Service) files(ctx context.Context, overrides []Override) (map[int64]OwnFile, error) {
	var properties []int64
	for _, ov := range overrides {
		if ov.Kind == KindOwnPhoto {
			properties = append(properties, ov.PropertyID)
		}
	}
	if len(properties) == 0 {
		return map[int64]OwnFile{}, nil
	}
	list, err := s.store.OperatorFiles(ctx, overrides[0].OperatorID, properties)
	return byID(list), err
}

func byID(list []OwnFile) map[int64]OwnFile {
	files := make(map[int64]OwnFile, len(list))
	for _, f := range list {
		files[f.ID] = f
	}
	return files
}
